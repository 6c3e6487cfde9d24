import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { countRows } from './filtered-rows.ts';
import { createSealedCursors, isAfter, microsecondsOf, readCountedPage, readCursor, toPage } from './page.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  await server.deps.sql`
    create table page_rows (
      id bigint generated always as identity, at timestamptz, kind text, account_id text, address text, request_id text)`;
  // Each pair of rows has the same time, so only the second column orders the pair.
  await server.deps.sql`
    insert into page_rows (kind, account_id, address, request_id, at)
    select 'page', 'acc_page', '::1', 'r' || n, timestamptz '2026-01-01' + make_interval(mins => n / 2)
    from generate_series(1, 25) as n`;
});
afterAll(() => server.close());

const keyOf = (row: number) => [row];
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

type Event = { id: string; at: string };

async function readPage(after: string | undefined, order: 'asc' | 'desc', limit = 10) {
  const { sql } = server.deps;
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const rows = await sql<Event[]>`
    select id, at::text from page_rows
    where account_id = 'acc_page' and ${isAfter(sql, [sql`at`, sql`id`], readCursor(after), order)}
    order by at ${direction}, id ${direction} limit ${limit + 1}`;
  return toPage(rows, limit, ({ at, id }) => [at, id]);
}

async function readAll(order: 'asc' | 'desc') {
  const sizes: number[] = [];
  const ids: number[] = [];
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const { items, next } = await readPage(after, order);
    sizes.push(items.length);
    ids.push(...items.map(({ id }) => Number(id)));
    after = next ?? undefined;
  }
  return { sizes, ids };
}

describe('keyset paging', () => {
  it('returns every row once in either order', async () => {
    const [up, down] = [await readAll('asc'), await readAll('desc')];
    expect(up.sizes).toEqual([10, 10, 5]);
    expect(down.sizes).toEqual([10, 10, 5]);
    expect(up.ids).toEqual(up.ids.toSorted((a, b) => a - b));
    expect(new Set(up.ids).size).toBe(25);
    expect(down.ids).toEqual(up.ids.toReversed());
  });

  it('returns every row once in either order if times differ in microseconds', async () => {
    const { sql } = server.deps;
    await sql`
      insert into page_rows (kind, account_id, address, request_id, at)
      select 'page', 'acc_fine', '::1', 'r' || n, timestamptz '2026-01-01' + n / 2 * interval '1 microsecond'
      from generate_series(1, 25) as n`;
    for (const order of ['asc', 'desc'] as const) {
      const direction = order === 'asc' ? sql`asc` : sql`desc`;
      const ids: number[] = [];
      let after: string | undefined;
      for (let pages = 1; pages <= 9; pages += 1) {
        const rows = await sql<{ id: string; micros: number }[]>`
          select id, ${microsecondsOf(sql, sql`at`)} as micros from page_rows
          where account_id = 'acc_fine'
            and ${isAfter(sql, [{ time: sql`at` }, sql`id`], readCursor(after), order)}
          order by at ${direction}, id ${direction} limit 4`;
        const page = toPage(rows, 3, ({ micros, id }) => [micros, id]);
        ids.push(...page.items.map(({ id }) => Number(id)));
        expect(page.next === null).toBe(pages === 9);
        after = page.next ?? undefined;
      }
      expect(ids).toHaveLength(25);
      expect(ids).toEqual(ids.toSorted((a, b) => (order === 'asc' ? a - b : b - a)));
    }
  });

  it('returns the count of the whole list on every page', async () => {
    const rows = [1, 2, 3];
    let counts = 0;
    const read = (limit: number, after?: string) =>
      readCountedPage(
        { after, limit },
        async (page) => rows.filter((row) => row > Number(page.after?.[0] ?? 0)).slice(0, page.limit),
        keyOf,
        async () => {
          counts += 1;
          return rows.length;
        },
      );
    expect(await read(3)).toEqual({ items: rows, next: null, count: 3 });
    expect(counts).toBe(0);
    const first = await read(2);
    expect(first).toMatchObject({ items: [1, 2], count: 3 });
    expect(await read(2, first.next ?? '')).toEqual({ items: [3], next: null, count: 3 });
  });

  it('rejects a time that is not a whole number of microseconds', () => {
    const { sql } = server.deps;
    for (const time of ['2026-01-01', 1.5, 1e300])
      expect(() => isAfter(sql, [{ time: sql`at` }, sql`id`], [time, 1])).toThrow('VALIDATION_FAILED');
  });

  it('M6 accepts a sealed cursor only for the list that sealed it', () => {
    const { keys } = server.deps;
    const [mine, other] = [createSealedCursors(keys, 'mine'), createSealedCursors(keys, 'other')];
    const { next } = toPage([1, 2], 1, (row) => [row, 'acc_secret']);
    const sealed = mine.seal(next) ?? '';
    expect(mine.open(sealed)).toEqual([1, 'acc_secret']);
    expect([mine.seal(null), mine.open(undefined)]).toEqual([null, undefined]);
    for (const forged of [next ?? '', other.seal(next) ?? '', sealed.slice(0, -2), 'x'])
      expect(() => mine.open(forged)).toThrow('VALIDATION_FAILED');
  });

  it('neither skips nor repeats a row when earlier rows are deleted', async () => {
    const first = await readPage(undefined, 'asc', 5);
    const before = await readPage(first.next ?? undefined, 'asc', 5);
    await server.deps.sql`delete from page_rows where id = ${first.items[0]?.id ?? null}`;
    expect(await readPage(first.next ?? undefined, 'asc', 5)).toEqual(before);
  });

  it('returns no next page on the last page', () => {
    expect(toPage([1, 2], 2, keyOf)).toEqual({ items: [1, 2], next: null });
    expect(toPage([], 2, keyOf)).toEqual({ items: [], next: null });
    expect(toPage([1, 2, 3], 2, keyOf).next).not.toBeNull();
  });

  it('rejects malformed cursors', async () => {
    for (const cursor of [
      'x',
      '',
      encode({}),
      encode([]),
      encode([null]),
      encode([['a']]),
      encode(['\0', 'a']),
    ])
      expect(() => readCursor(cursor)).toThrow('VALIDATION_FAILED');
    await expect(readPage(encode(['2026-01-01']), 'asc')).rejects.toThrow('VALIDATION_FAILED');
  });
});

it('a count of rows is null above its maximum', async () => {
  const { sql } = server.deps;
  const counts = [4, 5, 6].map((rows) =>
    countRows(sql, sql`select from generate_series(1, ${rows}::int)`, 5),
  );
  expect(await Promise.all(counts)).toEqual([4, 5, null]);
});
