import { TestBrowser } from '@vid/testkit/browser';
import { freshPhone, readOutbox, requestOtp, verifyPhone } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type { ConnectionTarget } from '#database/connection.ts';
import { runPurges, tablePurges } from '#operations/purge/purge.ts';
import { Door } from '#process/testing/door.ts';
import { createJobs, type Jobs, type Tasks } from './jobs.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer(inject('cluster'));
});
afterEach(() => server.close());

const until = <T>(check: () => Promise<T> | T) => vi.waitFor(check, { timeout: 20_000, interval: 50 });

async function addJob(task: string): Promise<void> {
  await server.deps.sql`select graphile_worker.add_job(${task})`;
}

async function workerConnections(): Promise<number> {
  const [row] = await server.deps.sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where application_name = 'vid-jobs' and datname = current_database()`;
  return row?.count ?? 0;
}

async function queueNotice(): Promise<string> {
  const phone = freshPhone();
  await server.deps.sql.begin((tx) => server.deps.sms.notify(tx, { phone, kind: 'password-changed' }));
  return phone;
}

const doNothing = () => Promise.resolve();

function createTestJobs(target: ConnectionTarget, tasks: Partial<Tasks> = {}): Jobs {
  return createJobs({
    target,
    log: server.deps.log,
    tasks: {
      deliverSms: doNothing,
      purge: doNothing,
      sendLogout: doNothing,
      sweepLogouts: doNothing,
      ...tasks,
    },
  });
}

const isSent = async (phone: string) =>
  expect((await readOutbox(new TestBrowser(server.app))).map(({ to }) => to)).toContain(phone);

describe('job runner', () => {
  it('sends pending messages with several processes running, and closes its connections', async () => {
    const twin = await server.twin();
    server.deps.jobs.start();
    twin.deps.jobs.start();
    const phone = await queueNotice();
    await until(() => addJob('deliver-sms'));
    await until(() => isSent(phone));
    await server.deps.jobs.stop();
    await twin.deps.jobs.stop();
    await until(async () => expect(await workerConnections()).toBe(0));
  });

  it('D2 continues after its connections are cut', async () => {
    server.deps.jobs.start();
    // Once a job has run, the workers have started.
    const first = await queueNotice();
    await until(() => addJob('deliver-sms'));
    await until(() => isSent(first));
    for (let round = 0; round < 3; round += 1) {
      await until(async () => expect(await workerConnections()).toBeGreaterThan(0));
      await server.deps.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'vid-jobs' and datname = current_database()`;
      const phone = await queueNotice();
      await until(() => addJob('deliver-sms'));
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

describe.each(['succeeds', 'fails'])('a job that %s while the database goes down', (outcome) => {
  it('D2 ends the runner, not the process', async () => {
    const door = new Door();
    const cluster = inject('cluster');
    await door.open(cluster.host);
    const [row] = await server.deps.sql<{ name: string }[]>`select current_database() as name`;
    const url = `postgres://${cluster.user}@127.0.0.1:${door.port}/${row?.name}`;
    let runs = 0;
    const jobs = createTestJobs(
      { url },
      {
        async purge() {
          runs += 1;
          if (runs > 1) return;
          await door.close();
          if (outcome === 'fails') throw new Error('the job failed');
        },
      },
    );
    jobs.start();
    await until(() => addJob('purge'));
    // An unhandled rejection would fail the test run here.
    await until(() => expect(server.logLines.join('')).toContain('job runner stopped, restarting'));
    await door.open(cluster.host);
    await addJob('purge');
    await until(() => expect(runs).toBeGreaterThan(1));
    await jobs.stop();
    await door.close();
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

    const tables = ['otp_requests', 'otp_tokens', 'otp_failures', 'sms_messages', 'captchas'];
    for (const table of tables) await sql`update ${sql(table)} set expires_at = now() - interval '1 ms'`;
    expect(await runPurges(purges)).toEqual({
      otp_requests: 2,
      otp_tokens: 1,
      otp_failures: 1,
      sms_messages: 1,
      captchas: 1,
    });
    expect(await runPurges(purges)).toEqual({});
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
