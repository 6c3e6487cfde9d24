import type { Sql } from '#database/connection.ts';

/** One thing to count: `key` names what and whom (no bare phone), the window starts with its first hit. */
export type Hit = { readonly key: string; readonly windowSeconds: number; readonly limit: number };
export type HitResult = Hit & {
  readonly points: number;
  readonly isOver: boolean;
  readonly resetsInSeconds: number;
};

/**
 * Counts in the database: exact across processes, kept over a restart. All keys of a call are counted by one
 * statement, in the order of their names so that two calls cannot wait for each other in a circle.
 */
export function createCounters(sql: Sql) {
  return {
    /** Counts first and compares after, so that parallel callers cannot all see the count before theirs. */
    async hit(hits: readonly Hit[]): Promise<readonly HitResult[]> {
      if (hits.length === 0) return [];
      const sorted = hits.toSorted((a, b) => (a.key < b.key ? -1 : 1));
      // Every request writes the counters that are shared by all, and holds their rows until its commit. Not
      // waiting for the disk there lets them pass in microseconds; a crash of PostgreSQL (not of VID) may
      // forget the hits of its last half second, which is no more than one more try.
      const rows = await sql<{ key: string; points: number; seconds: number }[]>`
        with commit as (select set_config('synchronous_commit', 'off', true))
        insert into counters as c (key, points, expires_at)
        select t.key, 1, now() + make_interval(secs => t.secs)
        from commit, unnest(${sorted.map((hit) => hit.key)}::text[], ${sorted.map((hit) => hit.windowSeconds)}::int[]) as t (key, secs)
        on conflict (key) do update set
          points = case when c.expires_at <= now() then 1 else c.points + 1 end,
          expires_at = case when c.expires_at <= now() then excluded.expires_at else c.expires_at end
        returning key, points, greatest(1, ceil(extract(epoch from expires_at - now())))::int as seconds`;
      const byKey = new Map(rows.map((row) => [row.key, row]));
      return hits.map((hit) => {
        const row = byKey.get(hit.key);
        const points = row?.points ?? 1;
        return {
          ...hit,
          points,
          isOver: points > hit.limit,
          resetsInSeconds: row?.seconds ?? hit.windowSeconds,
        };
      });
    },
    /** Current points of keys without counting; an unknown or ended window is 0. */
    async peek(keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const rows = await sql<{ key: string; points: number }[]>`
        select key, points from counters where key = any(${[...keys]}::text[]) and expires_at > now()`;
      return new Map(rows.map((row) => [row.key, row.points]));
    },
    /** Takes a hit back that turned out not to count (an SMS that was never sent). */
    async refund(keys: readonly string[]): Promise<void> {
      if (keys.length === 0) return;
      // Rows are locked in the order in which `hit` locks them; an update alone takes them in any order.
      await sql`
        with locked as (
          select key from counters where key = any(${[...keys]}::text[]) and expires_at > now()
          order by key collate "C" for update)
        update counters c set points = greatest(0, c.points - 1) from locked where c.key = locked.key`;
    },
    async deleteExpired(limit: number): Promise<number> {
      const { count } = await sql`
        delete from counters where key in (select key from counters where expires_at < now() limit ${limit})`;
      return count;
    },
  };
}

export type Counters = ReturnType<typeof createCounters>;
