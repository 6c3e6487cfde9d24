import { TestBrowser } from '@vid/testkit/browser';
import { freshPhone, readOutbox, requestOtp, verifyPhone } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { runPurges, tablePurges } from '#operations/purge/purge.ts';

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

const isSent = async (phone: string) =>
  expect((await readOutbox(new TestBrowser(server.app))).map(({ to }) => to)).toContain(phone);

describe('the job runner', () => {
  it('sends what waits, on several processes at once, and leaves no connection behind', async () => {
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

  it('D2 survives that its connections are cut, and goes on', async () => {
    server.deps.jobs.start();
    await until(() => addJob('purge'));
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

  it('D1 starts without a database and stops in good order', async () => {
    const { createJobs } = await import('./jobs.ts');
    const jobs = createJobs({
      target: { host: '/nonexistent', database: 'none', user: 'nobody' },
      log: server.deps.log,
      tasks: {
        deliverSms: () => Promise.resolve(),
        purge: () => Promise.resolve(),
        sendLogout: () => Promise.resolve(),
        sweepLogouts: () => Promise.resolve(),
      },
    });
    jobs.start();
    await until(() => expect(server.logLines.join('')).toContain('will be started again'));
    await jobs.stop();
  });
});

describe('purge', () => {
  it('deletes what is past its use, in batches, and nothing else', async () => {
    const { sql } = server.deps;
    const browser = new TestBrowser(server.app);
    await requestOtp(browser, server, freshPhone(), 'signup');
    await verifyPhone(browser, server, freshPhone(), 'signup');
    await sql`
      insert into captchas (id, answer_hash, pre_session_hash, expires_at)
      select 'cap_' || n, '', '', now() - interval '1 second' from generate_series(1, 1234) n`;
    await sql`insert into captchas (id, answer_hash, pre_session_hash, expires_at)
      values ('cap_live', '', '', now() + interval '1 minute')`;
    const purges = tablePurges(sql);
    expect(await runPurges(purges)).toEqual({ captchas: 1234 });

    const tables = ['otp_requests', 'otp_tokens', 'otp_failures', 'sms_messages', 'captchas'];
    for (const table of tables) await sql.unsafe(`update ${table} set expires_at = now() - interval '1 ms'`);
    expect(await runPurges(purges)).toEqual({
      otp_requests: 2,
      otp_tokens: 1,
      otp_failures: 1,
      sms_messages: 2,
      captchas: 1,
    });
    expect(await runPurges(purges)).toEqual({});
  });

  it('knows every table that has an expiry', async () => {
    const rows = await server.deps.sql<{ name: string }[]>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name in ('expires_at', 'idle_expires_at')`;
    // A secret past its day is refused by its reader, and kept for the operator to see.
    const known = new Set(['client_secrets', ...server.deps.purges.map(({ name }) => name)]);
    const missing = rows.map(({ name }) => name).filter((name) => !known.has(name));
    expect(missing).toEqual([]);
  });
});
