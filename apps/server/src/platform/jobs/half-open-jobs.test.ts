import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { Door } from '#process/testing/door.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { findListeners, waitForListener } from './testing/listeners.ts';

const door = new Door();
let server: TestServer;
let jobs: Jobs;
let runs: number;
let onRun: () => Promise<void> | void;

const doNothing = () => Promise.resolve();
const until = <T>(check: () => Promise<T> | T) => vi.waitFor(check, { timeout: 20_000, interval: 50 });
/** A kind of job that the schedule does not add. Without a second attempt, a failed job stays in the table. */
const addJob = async (): Promise<void> => {
  await server.deps.sql`select graphile_worker.add_job('logout', '{"id": 1}', max_attempts := 1)`;
};
const findJobs = () => server.deps.sql`
  select locked_at is not null as is_locked from graphile_worker.jobs where task_identifier = 'logout'`;
beforeEach(async () => {
  const cluster = inject('cluster');
  server = await startTestServer(cluster);
  await door.open(cluster.host);
  const [row] = await server.deps.sql<{ name: string }[]>`select current_database() as name`;
  runs = 0;
  onRun = () => undefined;
  jobs = createJobs({
    ...server.deps,
    target: { url: `postgres://${cluster.user}@127.0.0.1:${door.port}/${row?.name}` },
    timing: { pollMs: 500 },
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
      async sendLogout() {
        runs += 1;
        await onRun();
      },
      sweepLogouts: doNothing,
      sweepWebhooks: doNothing,
    },
  });
});
afterEach(async () => {
  await jobs.stop();
  await door.close();
  await server.close();
});

/** Starts the runner and waits until it has completed a job. */
async function startJobs(): Promise<void> {
  jobs.start();
  await waitForListener(server.deps.sql);
  await addJob();
  await until(() => expect(runs).toBe(1));
  await until(async () => expect(await findJobs()).toEqual([]));
}

describe('half-open connections of the job runner', () => {
  it('D2 jobs run again, on new connections, after a balancer froze those of the job runner', async () => {
    await startJobs();
    door.freezeSessions();
    const frozenAt = performance.now();
    await addJob();
    await until(() => expect(runs).toBe(2));
    expect(performance.now() - frozenAt).toBeLessThan(10_000);
    // The connection that listens sends no queries, so no query of its own fails. The server still has the frozen one.
    await until(async () => expect(await findListeners(server.deps.sql)).toHaveLength(2));
    expect(server.logLines.join('')).not.toContain('job runner stopped');
  });

  it('D4 jobs run again although a completion got no answer, and its job is kept', async () => {
    await startJobs();
    onRun = () => {
      onRun = () => undefined;
      door.freezeSessions();
    };
    await addJob();
    await until(() => expect(runs).toBe(2));
    const frozenAt = performance.now();
    await addJob();
    await until(() => expect(runs).toBe(3));
    expect(performance.now() - frozenAt).toBeLessThan(10_000);
    // It is locked; `sweep-logouts` and graphile-worker release such jobs.
    await until(async () => expect(await findJobs()).toEqual([{ isLocked: true }]));
    await until(() => expect(server.logLines.join('')).toContain('job runner stopped, restarting'));
    expect(await server.deps.metrics.registry.metrics()).toContain('vid_job_ends_unconfirmed_total 1');
  });

  it.each(['completion', 'failure'])(
    'D4 waits for the %s of a job that takes the server 5 s, and runs no job twice',
    async (end) => {
      await startJobs();
      const held = await server.deps.sql.reserve();
      onRun = async () => {
        onRun = () => undefined;
        await held`begin`;
        await held`select from graphile_worker._private_jobs where locked_at is not null for update`;
        if (end === 'failure') throw new Error('the job failed');
      };
      await addJob();
      await until(async () => {
        const waiting = await server.deps.sql`select from pg_stat_activity
          where application_name = 'vid-jobs' and datname = current_database() and wait_event_type = 'Lock'
            and query_start < now() - interval '5 seconds'`;
        expect(waiting).toHaveLength(1);
      });
      await held`rollback`;
      held.release();
      await until(async () =>
        expect(await findJobs()).toEqual(end === 'failure' ? [{ isLocked: false }] : []),
      );
      expect(runs).toBe(2);
      expect(server.logLines.join('')).not.toContain('job runner stopped');
    },
  );

  it('D2 a server that answers slowly, but in time, keeps its connections', async () => {
    await startJobs();
    const [before] = await findListeners(server.deps.sql);
    door.delay(1_000);
    await addJob();
    await until(() => expect(runs).toBe(2));
    await until(async () => expect(await findJobs()).toEqual([]));
    expect(await findListeners(server.deps.sql)).toEqual([before]);
  });
});
