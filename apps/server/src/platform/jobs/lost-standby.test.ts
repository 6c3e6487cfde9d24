import { startTestCluster } from '@vid/testkit/database';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connect, type Sql } from '#database/connection.ts';
import { createMissingStandby } from '#operations/health/testing/missing-standby.ts';
import { createJobs } from './jobs.ts';
import { waitForListener } from './testing/listeners.ts';

/** A separate PostgreSQL, because this test changes its settings. */
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

/** The job runner's backends, and for how long the first has waited for the standby. */
async function findBackends(database: string) {
  const [row] = await observer.sql<{ count: number; waitSeconds: number }[]>`
    select count(*)::int as count,
      coalesce(extract(epoch from max(now() - query_start) filter (where wait_event = 'SyncRep')), 0)::float8
        as wait_seconds
    from pg_stat_activity where application_name = 'vid-jobs' and datname = ${database}`;
  return row ?? { count: 0, waitSeconds: 0 };
}

const doNothing = () => Promise.resolve();

it('D4 the job runner is not restarted while commits wait for a standby, so its backends do not pile up', async () => {
  const { sql } = server.deps;
  const [row] = await sql<{ name: string }[]>`select current_database() as name`;
  const database = row?.name ?? '';
  let runs = 0;
  const jobs = createJobs({
    target: { ...cluster.cluster, database },
    sql,
    availability: server.deps.availability,
    log: server.deps.log,
    metrics: server.deps.metrics,
    timing: { pollMs: 100, stuckMs: 2_000 },
    tasks: {
      deliverSms: doNothing,
      deliverMail: doNothing,
      buildExports: doNothing,
      eraseAccounts: doNothing,
      countActivity: doNothing,
      keepAudit: doNothing,
      runImports: doNothing,
      exportMembers: doNothing,
      remindOfExpiry: doNothing,
      tellOfIncidents: doNothing,
      advanceRecoveries: doNothing,
      purge: doNothing,
      // The schedule adds no jobs of this kind.
      sendLogout: async () => void (runs += 1),
      sweepLogouts: doNothing,
      sweepWebhooks: doNothing,
    },
  });
  jobs.start();
  await waitForListener(sql);
  await sql`select graphile_worker.add_job('logout', '{"id": 1}')`;
  await until(() => expect(runs).toBe(1));
  await sql`
    select graphile_worker.add_job('logout', '{"id": 1}', run_at => now() + interval '3 seconds') from generate_series(1, 10)`;
  await standby.lose();
  await until(async () => expect((await findBackends(database)).waitSeconds).toBeGreaterThan(7));
  // The pool's maximum.
  expect((await findBackends(database)).count).toBeLessThanOrEqual(6);
  expect(server.logLines.join('')).not.toContain('job runner stopped');

  await standby.restore();
  await until(() => expect(runs).toBeGreaterThan(1));
  await jobs.stop();
}, 60_000);
