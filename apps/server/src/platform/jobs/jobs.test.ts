import { once } from 'node:events';
import { createServer } from 'node:net';
import { TestBrowser } from '@vid/testkit/browser';
import { freshPhone, readOutbox, requestOtp, verifyPhone } from '@vid/testkit/flows';
import { listenOnLoopback } from '@vid/testkit/network';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import type { ConnectionTarget } from '#database/connection.ts';
import { runPurges, tablePurges } from '#operations/purge/purge.ts';
import { Door } from '#process/testing/door.ts';
import type { Tasks } from './job-runner.ts';
import { createJobs, type Jobs, type JobTiming } from './jobs.ts';
import { deleteDeadJobs, findOldestDue } from './queue.repo.ts';
import { waitForListener } from './testing/listeners.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer(inject('cluster'));
});
afterEach(() => server.close());

const until = <T>(check: () => Promise<T> | T) => vi.waitFor(check, { timeout: 20_000, interval: 50 });

/** Starts job runners and waits until one of them has made the queue. */
async function start(...runners: readonly Jobs[]): Promise<void> {
  for (const jobs of runners) jobs.start();
  await waitForListener(server.deps.sql);
}

async function addJob(task: string): Promise<void> {
  await server.deps.sql`select graphile_worker.add_job(${task})`;
}

async function workerConnections(): Promise<number> {
  const [row] = await server.deps.sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where application_name = 'vid-jobs' and datname = current_database()`;
  return row?.count ?? 0;
}

const notice = (phone: string) =>
  ({ phone, purpose: 'password-changed', text: 'VID: Mat khau da duoc doi.', locale: 'vi' }) as const;

async function queueNotice(): Promise<string> {
  const phone = freshPhone();
  await server.deps.sql.begin((tx) => server.deps.sms.queue(tx, notice(phone)));
  return phone;
}

const doNothing = () => Promise.resolve();

/** Fast enough for a test; production waits longer. */
const fastTiming = { pollMs: 100, stuckMs: 1_000, stalledMs: 2_000 };

type Options = { readonly tasks?: Partial<Tasks>; readonly timing?: Partial<JobTiming> };

function createTestJobs(target: ConnectionTarget, { tasks, timing }: Options = {}): Jobs {
  return createJobs({
    target,
    sql: server.deps.sql,
    availability: server.deps.availability,
    log: server.deps.log,
    metrics: server.deps.metrics,
    timing,
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
      sendLogout: doNothing,
      sweepLogouts: doNothing,
      sweepWebhooks: doNothing,
      ...tasks,
    },
  });
}

const isSent = async (phone: string) =>
  expect((await readOutbox(new TestBrowser(server.app))).map(({ to }) => to)).toContain(phone);

describe('job runner', () => {
  it('sends pending messages with several processes running, and closes its connections', async () => {
    const twin = await server.twin();
    await start(server.deps.jobs, twin.deps.jobs);
    const phone = await queueNotice();
    await addJob('deliver-sms');
    await until(() => isSent(phone));
    await server.deps.jobs.stop();
    await twin.deps.jobs.stop();
    await until(async () => expect(await workerConnections()).toBe(0));
  });

  it('D2 continues after its connections are cut', async () => {
    // A cut while the workers start leaves them stuck, until the watch restarts them.
    const { deps } = await server.twin({ jobTiming: fastTiming });
    await start(deps.jobs);
    // Once a job has run, the workers have started.
    const first = await queueNotice();
    await addJob('deliver-sms');
    await until(() => isSent(first));
    for (let round = 0; round < 3; round += 1) {
      await until(async () => expect(await workerConnections()).toBeGreaterThan(0));
      await server.deps.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'vid-jobs' and datname = current_database()`;
      const phone = await queueNotice();
      await addJob('deliver-sms');
      await until(() => isSent(phone));
    }
  });

  it('D1 starts without a database and stops in order', async () => {
    const jobs = createTestJobs({ host: '/nonexistent', database: 'none', user: 'nobody' });
    jobs.start();
    await until(() => expect(server.logLines.join('')).toContain('job runner stopped, restarting'));
    await jobs.stop();
  });
});

describe('a database that accepts connections and never answers', () => {
  it('D2 does not hold up a stop', async () => {
    const silent = createServer();
    onTestFinished(() => void silent.close());
    const port = await listenOnLoopback(silent);
    const connected = once(silent, 'connection');
    // The stuck watch would end it too, but later than the test waits.
    const jobs = createTestJobs(
      { url: `postgres://vid@127.0.0.1:${port}/vid` },
      { timing: { stuckMs: 600_000, stopMs: 100 } },
    );
    jobs.start();
    const [socket] = await connected;
    onTestFinished(() => void Object(socket).destroy());
    await jobs.stop();
    expect(server.logLines.join('')).toContain('the jobs did not end');
  });
});

describe.each(['succeeds', 'fails'])('a job that %s while the database goes down', (outcome) => {
  it('D2 ends the runner, not the process', async () => {
    const door = new Door();
    const cluster = inject('cluster');
    await door.open(cluster.host);
    const [row] = await server.deps.sql<{ name: string }[]>`select current_database() as name`;
    const url = `postgres://${cluster.user}@127.0.0.1:${door.port}/${row?.name}`;
    const isDown = Promise.withResolvers<void>();
    let runs = 0;
    const purge = async (): Promise<void> => {
      runs += 1;
      if (runs > 1) return;
      await door.close();
      isDown.resolve();
      if (outcome === 'fails') throw new Error('the job failed');
    };
    const jobs = createTestJobs({ url }, { tasks: { purge } });
    await start(jobs);
    await addJob('purge');
    await isDown.promise;
    // An unhandled rejection would fail the test run here.
    await until(() => expect(server.logLines.join('')).toContain('job runner stopped'));
    await door.open(cluster.host);
    await addJob('purge');
    await until(() => expect(runs).toBeGreaterThan(1));
    await jobs.stop();
    await door.close();
  });
});

async function targetOfServer(): Promise<ConnectionTarget> {
  const [row] = await server.deps.sql<{ name: string }[]>`select current_database() as name`;
  return { ...inject('cluster'), database: row?.name ?? '' };
}

describe('stuck workers', () => {
  it('D2 run jobs again after their connections were cut while they started', async () => {
    const { sql } = server.deps;
    const target = await targetOfServer();
    const first = createTestJobs(target, { timing: fastTiming });
    await start(first);
    await addJob('purge');
    await first.stop();

    let runs = 0;
    const purge = async () => void (runs += 1);
    const jobs = createTestJobs(target, { tasks: { purge }, timing: fastTiming });
    // A worker's first query registers the tasks. Hold it there, and cut its connection.
    const held = await sql.reserve();
    await held`begin`;
    await held`lock table graphile_worker._private_tasks in access exclusive mode`;
    jobs.start();
    await until(async () => {
      const cut = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'vid-jobs' and datname = current_database() and wait_event_type = 'Lock'`;
      expect(cut.length).toBeGreaterThan(0);
    });
    await held`rollback`;
    held.release();
    await addJob('purge');
    await until(() => expect(runs).toBeGreaterThan(0));
    expect(server.logLines.join('')).toContain('the job workers stopped polling');
    expect(await server.deps.metrics.registry.metrics()).toMatch(/vid_job_runner_restarts_total [1-9]/u);
    await jobs.stop();
  });
});

describe('jobs that cannot run', () => {
  it('D1 make the process unready until they can, while requests are served', async () => {
    const { sql } = server.deps;
    const ready = async () => {
      const { status, raw } = await new TestBrowser(server.app).get('/vid/health/ready');
      return [status, raw.json().checks.jobs];
    };
    const stalling = await server.twin({ jobTiming: { ...fastTiming, stalledMs: 200 } });
    await sql`create schema graphile_worker`;
    await sql`create table graphile_worker.migrations (unknown_layout int)`;
    stalling.deps.jobs.start();
    const browser = new TestBrowser(stalling.app);
    await until(async () => {
      const { status, raw } = await browser.get('/vid/health/ready');
      expect([status, raw.json().checks]).toMatchObject([
        503,
        { database: 'up', migrations: 'applied', jobs: 'stalled' },
      ]);
    });
    expect((await browser.get('/vid/metrics')).raw.body).toContain('vid_jobs_up 0');
    expect((await browser.get('/vid/ajax/auth/me')).status).toBe(401);
    // A process that never started jobs has nothing to report.
    expect(await ready()).toEqual([200, 'running']);

    await sql`drop schema graphile_worker cascade`;
    await until(async () => expect((await browser.get('/vid/health/ready')).status).toBe(200));
    // With this short limit, a busy machine may stall them again for a moment.
    await until(async () => expect((await browser.get('/vid/metrics')).raw.body).toContain('vid_jobs_up 1'));
  });

  it('are counted when they fail, and the age of the oldest due one is a metric', async () => {
    const { sql, metrics } = server.deps;
    const jobs = createTestJobs(await targetOfServer(), {
      timing: fastTiming,
      tasks: { purge: () => Promise.reject(new Error('the job failed')) },
    });
    await start(jobs);
    await addJob('purge');
    await until(async () =>
      expect(await metrics.registry.metrics()).toMatch(/vid_job_failures_total\{task="purge"\} [1-9]/u),
    );
    await jobs.stop();
    await sql`select graphile_worker.add_job('purge', run_at => now() - interval '5 minutes')`;
    expect(await findOldestDue(sql)).toBeGreaterThanOrEqual(300);
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker'`;
    expect(await findOldestDue(sql)).toBe(0);
  });

  it('are deleted a day after their last try, and no other job is', async () => {
    const { sql } = server.deps;
    const jobs = createTestJobs(await targetOfServer());
    await start(jobs);
    await addJob('deliver-sms');
    await jobs.stop();
    await sql`delete from graphile_worker._private_jobs`;
    const add = async (key: string, state: { attempts: number; age: string; lockAge?: string }) => {
      await sql`select graphile_worker.add_job('purge', job_key => ${key}, max_attempts => 8)`;
      await sql`update graphile_worker._private_jobs set attempts = ${state.attempts},
        locked_at = now() - ${state.lockAge ?? null}::interval where key = ${key}`;
      await sql`alter table graphile_worker._private_jobs disable trigger all`;
      await sql`update graphile_worker._private_jobs set updated_at = now() - ${state.age}::interval where key = ${key}`;
      await sql`alter table graphile_worker._private_jobs enable trigger all`;
    };
    await add('failed', { attempts: 8, age: '2 days' });
    await add('held by a dead process', { attempts: 8, age: '2 days', lockAge: '2 days' });
    await add('failed recently', { attempts: 8, age: '1 hour' });
    await add('running its last try', { attempts: 8, age: '2 days', lockAge: '1 minute' });
    await add('to be retried', { attempts: 7, age: '2 days' });
    expect(await deleteDeadJobs(sql, 1)).toBe(1);
    expect(await deleteDeadJobs(sql, 100)).toBe(1);
    // Without the jobs of the schedule, which have no key.
    const left = await sql<{ key: string }[]>`
      select key from graphile_worker.jobs where key is not null order by key`;
    expect(left.map(({ key }) => key)).toEqual(['failed recently', 'running its last try', 'to be retried']);
  });
});

describe('slow jobs', () => {
  it.each([
    ['deliver-sms', 'deliverSms'],
    ['deliver-mail', 'deliverMail'],
    ['purge', 'purge'],
    ['build-exports', 'buildExports'],
    ['erase-accounts', 'eraseAccounts'],
    ['count-activity', 'countActivity'],
    ['run-imports', 'runImports'],
    ['export-members', 'exportMembers'],
  ] as const)('of the task %s occupy one worker only', async (task, name) => {
    const release = Promise.withResolvers<void>();
    let runs = 0;
    let sweeps = 0;
    const jobs = createTestJobs(await targetOfServer(), {
      timing: { pollMs: 100 },
      tasks: {
        [name]: () => {
          runs += 1;
          return release.promise;
        },
        sweepLogouts: async () => void (sweeps += 1),
      },
    });
    await start(jobs);
    await addJob(task);
    await until(() => expect(runs).toBe(1));
    const { sql } = server.deps;
    // As many as there are workers.
    for (let n = 0; n < 4; n += 1) await addJob(task);
    await addJob('sweep-logouts');
    await until(() => expect(sweeps).toBeGreaterThan(0));
    await until(async () => expect(await sql`select from graphile_worker.jobs`).toHaveLength(1));
    expect(runs).toBe(1);

    release.resolve();
    await until(async () => expect(await sql`select from graphile_worker.jobs`).toHaveLength(0));
    await addJob(task);
    await until(() => expect(runs).toBeGreaterThan(1));
    await jobs.stop();
  });

  it('are not stalled until the most recent one exceeds the limit', async () => {
    const { sql } = server.deps;
    const release = Promise.withResolvers<void>();
    const jobs = createTestJobs(await targetOfServer(), {
      timing: { ...fastTiming, longestJobMs: 12_000 },
      tasks: { sendLogout: () => release.promise },
    });
    await start(jobs);
    await sql`select graphile_worker.add_job('logout', json_build_object('id', n)) from generate_series(1, 4) n`;
    const areAllOlderThan = (seconds: number) =>
      until(async () => {
        const old = await sql`
          select from graphile_worker.jobs where locked_at < now() - make_interval(secs => ${seconds})`;
        expect(old).toHaveLength(4);
      });
    await areAllOlderThan(4);
    expect(jobs.isStalled()).toBe(false);
    await until(() => expect(jobs.isStalled()).toBe(true));
    release.resolve();
    await until(() => expect(jobs.isStalled()).toBe(false));
    await jobs.stop();
  });
});

describe('purge', () => {
  it('deletes expired rows in batches, and nothing else', async () => {
    const { sql } = server.deps;
    const browser = new TestBrowser(server.app);
    await requestOtp(browser, server, freshPhone(), 'signup');
    await verifyPhone(browser, server, freshPhone(), 'signup');
    await queueNotice();
    const hash = Buffer.alloc(32);
    await sql`
      insert into captchas (id, answer_hash, pre_session_hash, expires_at)
      select 'cap_' || n, ${hash}, ${hash}, now() - interval '1 second' from generate_series(1, 1234) n`;
    await sql`insert into captchas (id, answer_hash, pre_session_hash, expires_at)
      values ('cap_live', ${hash}, ${hash}, now() + interval '1 minute')`;
    const purges = tablePurges(sql);
    expect(await runPurges(purges)).toEqual({ captchas: 1234 });

    await sql`update otp_codes set created_at = now() - interval '1 day'`;
    for (const table of ['sms_messages', 'captchas'])
      await sql`update ${sql(table)} set expires_at = now() - interval '1 ms'`;
    expect(await runPurges(purges)).toEqual({
      otp_codes: 2,
      sms_messages: 1,
      captchas: 1,
    });
    expect(await runPurges(purges)).toEqual({});
  });

  it('leaves nothing after a flood of any size', async () => {
    const { sql } = server.deps;
    for (let part = 0; part < 12; part += 1)
      await sql`
        insert into captchas (id, answer_hash, pre_session_hash, expires_at)
        select 'flood_' || ${part}::int * 10000 + n, ${Buffer.alloc(32)}, ${Buffer.alloc(32)}, now() - interval '1 second'
        from generate_series(1, 10000) n`;
    expect(await runPurges(tablePurges(sql))).toMatchObject({ captchas: 120_000 });
  });

  it('covers every table with an expiry', async () => {
    const rows = await server.deps.sql<{ name: string }[]>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name in ('expires_at', 'idle_expires_at')`;
    // Expired client secrets are rejected where they are read, and kept for the operator to see.
    const known = new Set(['client_secrets', ...server.deps.purges.map(({ name }) => name)]);
    const missing = rows.map(({ name }) => name).filter((name) => !known.has(name));
    expect(missing).toEqual([]);
  });
});
