import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import type { Sql } from './connection.ts';
import { createStatisticsWatch } from './statistics.ts';

let server: TestServer;
let connection: Awaited<ReturnType<Sql['reserve']>>;
const log = {
  warn: (details: unknown) => {
    throw new Error('unexpected warning', { cause: details });
  },
};
const watchOf = (sql: Sql) => createStatisticsWatch({ sql, log });

beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  await server.deps.sql`alter table counters set (autovacuum_enabled = off)`;
  connection = await server.deps.sql.reserve();
});
afterAll(async () => {
  connection.release();
  await server.close();
});
beforeEach(async () => {
  await connection`truncate counters`;
  await connection`analyze counters`;
});
afterEach(() => {
  vi.useRealTimers();
});

/**
 * Adds counters, and flushes the row counts to PostgreSQL's activity statistics at once instead of within a
 * second.
 */
async function addCounters(first: number, last: number): Promise<void> {
  await connection`
    insert into counters (key, points, expires_at)
    select 'key-' || i, 1, now() + interval '1 hour' from generate_series(${first}::int, ${last}::int) i`;
  await connection`select pg_stat_force_next_flush()`;
}

async function countAnalyses(): Promise<number> {
  const [row] = await connection<{ count: number }[]>`
    select pg_stat_get_analyze_count('counters'::regclass)::int as count`;
  return row?.count ?? 0;
}

it('a statement planned on an empty table is planned again after growth', async () => {
  const watch = watchOf(server.deps.sql);
  const explain = async () => {
    const lines = await connection<object[]>`explain execute find_points (array['key-1'])`;
    return lines.map((line) => Object.values(line).join()).join('\n');
  };
  await connection`
    prepare find_points (text[]) as
    select points from unnest($1) wanted (key) join counters using (key)`.simple();
  const planOfEmptyTable = await explain();
  expect(planOfEmptyTable).not.toContain('Index Cond');

  await addCounters(1, 999);
  await watch.check();
  expect(await explain()).toBe(planOfEmptyTable);

  await addCounters(1_000, 1_000);
  expect(await explain()).toBe(planOfEmptyTable);
  await watch.check();
  expect(await explain()).toContain('Index Cond: (key = wanted.key)');
});

it('a table is analysed again after doubling, up to 10,000 rows', async () => {
  const watch = watchOf(server.deps.sql);
  const added = async (first: number, last: number) => {
    const before = await countAnalyses();
    await addCounters(first, last);
    await watch.check();
    return (await countAnalyses()) - before;
  };
  expect(await added(1, 2_000)).toBe(1);
  expect(await added(2_001, 3_999)).toBe(0);
  expect(await added(4_000, 10_000)).toBe(1);
  expect(await added(10_001, 25_000)).toBe(0);
});

it('the statistics watch checks the tables every five seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const checks = vi.fn<() => Promise<[]>>(() => Promise.resolve([]));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only its calls are counted
  const watch = watchOf(checks as unknown as Sql);
  watch.start();
  await vi.advanceTimersByTimeAsync(4_999);
  expect(checks).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(checks).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(checks).toHaveBeenCalledTimes(2);
  watch.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(checks).toHaveBeenCalledTimes(2);
});
