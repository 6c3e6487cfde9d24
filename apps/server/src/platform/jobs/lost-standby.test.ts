import { startTestCluster } from '@vid/testkit/database/database';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connect, type Sql } from '#database/connection.ts';
import { createMissingStandby } from '#operations/health/testing/missing-standby.ts';
import { createJobs } from './jobs.ts';

/** A separate cluster, because this test changes PostgreSQL settings. */
let cluster: Awaited<ReturnType<typeof startTestCluster>>;
let standby: Awaited<ReturnType<typeof createMissingStandby>>;
let server: TestServer;
let observer: { sql: Sql; close: () => Promise<void> };

beforeAll(async () => {
  cluster = await startTestCluster();
  standby = await createMissingStandby(cluster);
  server = await startTestServer(cluster.cluster);
  observer = connect({ ...cluster.cluster, database: 'postgres' }, { max: 1, applicationName: 'vid-test' });
});
afterAll(async () => {
  await standby.restore();
  await observer.close();
  await server.close();
  await standby.close();
  await cluster.stop();
});

const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 20_000, interval: 50 });

async function findBackends(database: string) {
  const [row] = await observer.sql<{ count: number; waitSeconds: number }[]>`
    select count(*)::int as count,
      coalesce(extract(epoch from max(now() - query_start) filter (where wait_event = 'SyncRep')), 0)::float8
        as wait_seconds
    from pg_stat_activity where application_name = 'vid-schedule' and datname = ${database}`;
  return row ?? { count: 0, waitSeconds: 0 };
}

it('D4 the schedule holds at most six connections while commits wait', async () => {
  const { sql } = server.deps;
  const [row] = await sql<{ name: string }[]>`select current_database() as name`;
  const database = row?.name ?? '';
  const own = connect({ ...cluster.cluster, database }, { max: 6, applicationName: 'vid-schedule' });
  const ran = new Set<string>();
  const jobs = createJobs({
    ...server.deps,
    sql: own.sql,
    timing: { pollMs: 100 },
  });
  jobs.start(
    Array.from({ length: 10 }, (_, n) => ({
      name: `task-${n}`,
      everyMinutes: 24 * 60,
      run: async () => void ran.add(`task-${n}`),
    })),
  );
  await until(async () => expect(await sql`select from scheduled_tasks`).toHaveLength(10));
  await sql`update scheduled_tasks set due_at = now() + interval '3 seconds'`;
  await standby.lose();
  await until(async () => expect((await findBackends(database)).waitSeconds).toBeGreaterThan(7));
  expect((await findBackends(database)).count).toBeLessThanOrEqual(6);

  await standby.restore();
  await until(() => expect(ran.size).toBe(10));
  await jobs.stop();
  await own.close();
}, 60_000);
