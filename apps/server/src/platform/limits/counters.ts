import { batchCalls } from '#database/batch.ts';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import { AppError } from '#lib/app-error.ts';

/** `key` must not contain a plain phone number. The window starts with the first hit. */
export type Hit = {
  readonly key: string;
  readonly windowSeconds: number;
  readonly limit: number;
  readonly points?: number;
};
export type HitResult = Hit & {
  readonly points: number;
  readonly isOver: boolean;
  readonly resetsInSeconds: number;
};
type CountedRow = { readonly key: string; readonly points: number; readonly seconds: number };

/**
 * Creates counters in the database, so that all processes share them and they survive a restart. A statement
 * counts its hits ordered by key, so that two calls cannot deadlock.
 */
export function createCounters(sql: Sql) {
  // Commit asynchronously: a request locks shared counters until it commits, and without waiting for the
  // disk, the lock lasts microseconds. A crash of PostgreSQL may lose the hits of about the last half second,
  // which allows a few more attempts.
  const hit = (hits: readonly Hit[]): Promise<readonly HitResult[]> =>
    countHits(sql, hits, sql`select set_config('synchronous_commit', 'off', true)`);
  const hitInBatch = batchCalls(hit);
  return {
    /**
     * Counts all hits before comparing the counts, so that parallel calls cannot all pass on the same count.
     */
    hit,
    /**
     * Counts a hit in a transaction and returns whether it is within its limit. A hit of 0 points only
     * compares. The counter stays locked until the commit, so requests of different accounts must not share
     * it.
     */
    async hitIn(tx: Queryable, one: Hit): Promise<boolean> {
      const [result] = await countHits(tx, [one], tx`select`);
      return result?.isOver === false;
    },
    /**
     * Counts the hits in their order.
     * @throws AppError RATE_LIMITED at the first hit that is over its limit
     */
    async allow(...hits: readonly Hit[]): Promise<void> {
      const over = (await this.hitInOrder(hits)).find(({ isOver }) => isOver);
      if (over) throw new AppError('RATE_LIMITED', { retryAfterSeconds: over.resetsInSeconds });
    },
    /**
     * Counts the hits one after another and stops at the first hit that is over its limit. With the address
     * first, a caller over the address's limit cannot add a row for each browser that it pretends to be.
     * Calls in the same turn of the event loop share a statement, because most endpoints count every request.
     */
    async hitInOrder(hits: readonly Hit[]): Promise<readonly HitResult[]> {
      const results: HitResult[] = [];
      for (const each of hits) {
        const result = await hitInBatch(each);
        results.push(result);
        if (result.isOver) break;
      }
      return results;
    },
    async peek(keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const rows = await sql<{ key: string; points: number }[]>`
        select key, points from counters where key = any(${[...keys]}::text[]) and expires_at > now()`;
      return new Map(rows.map((row) => [row.key, row.points]));
    },
    /** Returns the counters that would refuse the next hit, with the seconds until their windows end. */
    async listFull(
      hits: readonly Hit[],
    ): Promise<readonly { readonly key: string; readonly seconds: number }[]> {
      const limitOf = new Map(hits.map(({ key, limit }) => [key, limit]));
      const rows = await sql<CountedRow[]>`
        select key, points, greatest(1, ceil(extract(epoch from expires_at - now())))::int as seconds
        from counters where key = any(${[...limitOf.keys()]}::text[]) and expires_at > now()`;
      return rows.filter(({ key, points }) => points >= (limitOf.get(key) ?? Infinity));
    },
    /** Subtracts `points` from the counter of each key, down to zero. */
    async refund(keys: readonly string[], points = 1): Promise<void> {
      if (keys.length === 0) return;
      // Lock rows in the same order as `hit`, to avoid deadlocks; a plain update locks rows in any order.
      // Commit asynchronously, as in `hit`. `locked` reads `commit`, because PostgreSQL skips a `select`
      // whose rows are not needed.
      await sql`
        with commit as materialized (select set_config('synchronous_commit', 'off', true)
        ), locked as materialized (
          select key from commit, counters where key = any(${[...keys]}::text[]) and expires_at > now()
          order by key collate "C" for update of counters
        )
        update counters c set points = greatest(0, c.points - ${points}::int) from locked l where c.key = l.key`;
    },
    async deleteExpired(limit: number): Promise<number> {
      const { count } = await sql`
        delete from counters where key in (select key from counters where expires_at < now() limit ${limit})`;
      return count;
    },
  };
}

/**
 * Counts hits. Hits on the same counter are counted in their order in `hits`. `commit` is a query that runs
 * first.
 */
async function countHits(
  sql: Queryable,
  hits: readonly Hit[],
  commit: Fragment,
): Promise<readonly HitResult[]> {
  if (hits.length === 0) return [];
  const hitsOf = [...Map.groupBy(hits, ({ key }) => key)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const sumOf = (same: readonly Hit[]) => same.reduce((sum, hit) => sum + pointsOf(hit), 0);
  const rows = await sql<CountedRow[]>`
    with commit as (${commit})
    insert into counters as c (key, points, expires_at)
    select t.key, t.hits, now() + make_interval(secs => t.secs)
    from commit, unnest(${hitsOf.map(([key]) => key)}::text[], ${hitsOf.map(([, same]) => sumOf(same))}::int[],
      ${hitsOf.map(([, same]) => same[0]?.windowSeconds ?? 0)}::int[]) as t (key, hits, secs)
    on conflict (key) do update set
      points = excluded.points + case when c.expires_at <= now() then 0 else c.points end,
      expires_at = case when c.expires_at <= now() then excluded.expires_at else c.expires_at end
    returning key, points, greatest(1, ceil(extract(epoch from expires_at - now())))::int as seconds`;
  const rowOf = new Map(rows.map((row) => [row.key, row]));
  const pointsBefore = new Map(
    hitsOf.map(([key, same]) => [key, (rowOf.get(key)?.points ?? sumOf(same)) - sumOf(same)]),
  );
  return hits.map((hit) => {
    const points = (pointsBefore.get(hit.key) ?? 0) + pointsOf(hit);
    pointsBefore.set(hit.key, points);
    const { seconds = hit.windowSeconds } = rowOf.get(hit.key) ?? {};
    return { ...hit, points, isOver: points > hit.limit, resetsInSeconds: seconds };
  });
}

const pointsOf = ({ points = 1 }: Hit): number => points;

export type Counters = ReturnType<typeof createCounters>;
