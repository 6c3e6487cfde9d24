import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount, otherPassword, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { tryValidateOtp, wrongCode } from '@vid/testkit/sign-in/flow-steps';
import { requestOtp } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { collectNodeMetrics } from '#lib/telemetry/metrics.ts';
import { markAsCopy } from '#platform/installation/installation.ts';
import { recordBackup } from '#platform/installation/last-backup.ts';

const token = 'metrics-token-of-the-test';
type Dashboard = {
  readonly panels: readonly {
    readonly id: number;
    readonly type: string;
    readonly datasource?: { readonly uid: string };
  }[];
};

/** Settings of external systems that have metrics. */
const otherSystems = {
  VID_DATABASE_REPLICA_URL: 'postgres://vid@127.0.0.1:9/vid',
  VID_AUDIT_STREAM_URL: 'http://127.0.0.1:9/v1/logs',
  VID_SMS_ORDER: 'zns,esms',
  VID_ESMS_API_KEY: 'key',
  VID_ESMS_SECRET_KEY: 'secret',
  VID_ESMS_BRANDNAME: 'HOI',
  VID_ZNS_APP_ID: '1',
  VID_ZNS_APP_SECRET: 'a',
  VID_ZNS_OA_SECRET: 'b',
  VID_ZNS_CODE_TEMPLATE: '2',
};
let server: TestServer;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vid-metrics-'));
  server = await startTestServer(inject('cluster'), {
    environment: { VID_METRICS_TOKEN: token, VID_DATA_DIR: dataDir },
  });
});
afterAll(async () => {
  await server.close();
  await rm(dataDir, { recursive: true });
});

const read = (headers: Record<string, string> = {}, address = '127.0.0.1') =>
  new TestBrowser(server.app).get('/vid/metrics', { headers, address });

async function readBackupTime(): Promise<string | undefined> {
  const { body } = (await read()).raw;
  return /^vid_backup_timestamp_seconds (.*)$/mu.exec(body)?.[1];
}

const readMaintenance = async () => /^vid_maintenance (\d)$/mu.exec((await read()).raw.body)?.[1];
const readCopy = async () => /^vid_database_copy (\d)$/mu.exec((await read()).raw.body)?.[1];
const readBroken = async () => /^vid_audit_chain_broken (\d)$/mu.exec((await read()).raw.body)?.[1];

/** Returns the metric of overdue mail while a mail that was queued an hour ago waits for its next attempt. */
async function overdue(nextAttempt: string): Promise<number> {
  await server.deps.sql`
    insert into deliveries (id, kind, type, receiver, created_at, next_attempt_at)
    values ('mail-of-the-test', 'mail', 'test', 'one', now() - interval '1 hour',
      now() + ${nextAttempt}::interval)`;
  const { body } = (await read()).raw;
  await server.deps.sql`delete from deliveries where id = 'mail-of-the-test'`;
  expect(body).not.toContain('vid_deliveries_overdue_seconds{kind="webhook"}');
  return Number(/^vid_deliveries_overdue_seconds\{kind="mail"\} (.+)$/mu.exec(body)?.[1]);
}

describe('the metrics endpoint', () => {
  it('labels requests by route pattern, not by path', async () => {
    const browser = new TestBrowser(server.app);
    await browser.get('/vid/ajax/auth/me');
    await browser.call('DELETE', '/vid/api/sessions/ses_canary');
    await browser.get('/vid/no/such/canary');
    const { body } = (await read()).raw;
    expect(body).toMatch(
      /vid_http_request_duration_seconds_count\{method="GET",route="\/vid\/ajax\/auth\/me",status="401"\} \d/u,
    );
    expect(body).toContain('route="/vid/api/sessions/:sessionId"');
    expect(body).toContain('route="unmatched",status="404"');
    expect(body).not.toContain('canary');
  });

  it('includes the database and the queue for password hashes', async () => {
    const { body } = (await read()).raw;
    for (const name of ['vid_database_up 1', 'vid_hash_running 0', 'vid_hash_waiting 0'])
      expect(body).toContain(name);
  });

  it('counts a sign-in by its method, and error responses by their code', async () => {
    const account = await createAccount(server);
    await signIn(new TestBrowser(server.app), account);
    await new TestBrowser(server.app).get('/vid/ajax/auth/me');
    const { body } = (await read()).raw;
    expect(body).toContain('vid_sign_in_total{method="password",event="ok"} 1');
    expect(body).toMatch(/^vid_errors_total\{code="TOKEN_MISSING"\} \d/mu);
  });

  it('counts codes, captchas, messages and wrong passwords by outcome', async () => {
    const { deps } = server;
    const { id, phone } = await createAccount(server);
    const browser = new TestBrowser(server.app);
    const { otpRequestId, code } = await requestOtp(browser, server, phone, 'signin');
    for (const typed of [wrongCode(code), code]) await tryValidateOtp(browser, otpRequestId, typed);
    await browser.post('/vid/ajax/auth/login/phone', { phone, password: otherPassword });
    const mail = { accountId: id, to: 'an@example.vn', kind: 'test', locale: 'vi' } as const;
    await deps.sql.begin((tx) =>
      deps.mail.queue(tx, { ...mail, subject: 'subject.security', body: [['Xin chào']] }),
    );
    await deps.mail.deliverPending();
    const { body } = (await read()).raw;
    for (const line of [
      'vid_otp_total{purpose="signin",event="requested"} 1',
      'vid_otp_total{purpose="signin",event="refused"} 1',
      'vid_otp_total{purpose="signin",event="verified"} 1',
      'vid_captcha_total{kind="image",event="made"} 1',
      'vid_captcha_total{kind="image",event="passed"} 1',
      'vid_sms_total{event="sent"}',
      'vid_mail_total{event="sent"} 1',
      'vid_sign_in_total{method="password",event="failed"} 1',
    ])
      expect(body).toContain(line);
  });

  it('includes the number and the age of the messages that wait', async () => {
    await server.deps.sql`
      insert into deliveries (id, kind, type, receiver, created_at, next_attempt_at)
      values ('mail-of-the-test', 'mail', 'test', 'one', now() - interval '90 seconds', now() + interval '1 hour')`;
    const { body } = (await read()).raw;
    await server.deps.sql`delete from deliveries where id = 'mail-of-the-test'`;
    expect(body).toContain('vid_deliveries_waiting{kind="mail"} 1');
    expect(body).toContain('vid_deliveries_waiting{kind="webhook"} 0');
    expect(body).toMatch(/^vid_deliveries_oldest_seconds\{kind="mail"\} (?:9\d|\d{3})/mu);
  });

  it('includes how long a mail has been due', async () => {
    expect(await overdue('20 minutes')).toBe(0);
    expect(await overdue('-400 seconds')).toBeGreaterThanOrEqual(400);
  });

  it('counts attempts to send SMS and their delivery reports by gateway', async () => {
    const { smsAttempts } = server.deps;
    smsAttempts.note({
      smsId: 'sms_of_the_test',
      codeId: null,
      channel: 'esms',
      purpose: 'signin',
      maskedPhone: '+8490****01',
      carrier: 'other',
      outcome: 'accepted',
      cause: null,
      reference: null,
      parts: 1,
      tookMs: 5,
      price: null,
    });
    await smsAttempts.flush();
    await smsAttempts.noteReport('esms', {
      smsId: 'sms_of_the_test',
      reference: null,
      isDelivered: true,
      price: null,
    });
    const { body } = (await read()).raw;
    expect(body).toContain('vid_sms_attempts_total{channel="esms",outcome="accepted"} 1');
    expect(body).toContain('vid_sms_reports_total{channel="esms",event="delivered"} 1');
  });

  it('includes the running, waiting and refused calls for password hashes', async () => {
    const { hasher } = server.deps;
    vi.spyOn(hasher, 'state').mockReturnValue({ ...hasher.state(), inside: 5, running: 2, refused: 7 });
    const { body } = (await read()).raw;
    vi.restoreAllMocks();
    for (const line of ['vid_hash_running 2', 'vid_hash_waiting 3', 'vid_hash_refused 7'])
      expect(body).toContain(`\n${line}\n`);
  });

  it('includes the busy connections of the pool', async () => {
    const { sql, config } = server.deps;
    const body = await sql.begin(async (tx) => {
      await tx`select 1`;
      return (await read()).raw.body;
    });
    expect(body).toMatch(/^vid_database_connections_busy [1-9]/mu);
    expect(body).toMatch(/^vid_database_connections [1-9]/mu);
    expect(body).toContain(`\nvid_database_connections_max ${config.databasePool}\n`);
    expect(body).toContain('vid_database_waiting 0');
  });

  it('reports whether maintenance is on', async () => {
    const { sql, maintenance } = server.deps;
    await vi.waitFor(async () => expect(await readMaintenance()).toBe('0'), 5_000);
    await sql.begin((tx) =>
      maintenance.start(tx, { endsAt: new Date(Date.now() + 60_000), message: 'Nâng cấp' }),
    );
    await vi.waitFor(async () => expect(await readMaintenance()).toBe('1'), 5_000);
    await sql.begin((tx) => maintenance.end(tx));
    await vi.waitFor(async () => expect(await readMaintenance()).toBe('0'), 5_000);
  });

  it('reports whether the database is a copy', async () => {
    const { sql, installation } = server.deps;
    await installation.record();
    const before = await readCopy();
    await markAsCopy(sql);
    expect([before, await readCopy()]).toEqual(['0', '1']);
    await installation.confirm(sql, await installation.readIdentity());
  });

  it('reports a broken audit chain once a check has found it', async () => {
    const before = await readBroken();
    await server.deps.sql`
      insert into audit_checks (started_at, next_number, checked_at, problem, problem_seal)
      values (now(), 1, now(), 'rows', 2)`;
    expect([before, await readBroken()]).toEqual(['0', '1']);
    await server.deps.sql`delete from audit_checks`;
  });

  it('includes every metric of the alert rules and the dashboard', async () => {
    const full = await startTestServer(inject('cluster'), { environment: otherSystems });
    collectNodeMetrics(full.deps.metrics);
    const { body } = (await new TestBrowser(full.app).get('/vid/metrics')).raw;
    await full.close();
    expect(body).toContain('\nvid_database_replica_delay_seconds +Inf\n');
    const known = new Set([...body.matchAll(/^# TYPE (\w+)/gmu)].map(([, name = '']) => name));
    const texts = await Promise.all(
      ['prometheus/alerts.yml', 'grafana/vid.json'].map((file) =>
        readFile(join(import.meta.dirname, '../../../../../ops', file), 'utf8'),
      ),
    );
    const named = texts.flatMap((text) => [...text.matchAll(/\b(?:vid|process|nodejs)_[a-z0-9_]+/gu)]);
    const missing = named
      .map(([name]) => name.replace(/_(?:bucket|count|sum)$/u, ''))
      .filter((name) => !known.has(name));
    expect(named.length).toBeGreaterThan(60);
    expect([...new Set(missing)]).toEqual([]);
  });

  it('includes the time of the last backup of the embedded database', async () => {
    const before = await readBackupTime();
    await recordBackup(dataDir, new Date('2026-11-30T04:54:09.500Z'));
    expect([before, await readBackupTime()]).toEqual(['0', '1796014449.5']);
  });

  it.each([
    ['another machine', {}, '203.0.113.7'],
    ['a proxy on this machine', { 'x-forwarded-for': '203.0.113.7' }, '127.0.0.1'],
    ['a proxy that sends only Forwarded', { forwarded: 'for=203.0.113.7' }, '127.0.0.1'],
    ['a proxy that sends only X-Real-IP', { 'x-real-ip': '203.0.113.7' }, '127.0.0.1'],
    ['a proxy that sends only Via', { via: '1.1 proxy' }, '127.0.0.1'],
    ['a page that rebound its name to this machine', { host: 'evil.test:8080' }, '127.0.0.1'],
    ['a wrong token', { authorization: 'Bearer nope' }, '203.0.113.7'],
    ['another scheme', { authorization: `Basic ${token}` }, '203.0.113.7'],
  ])('returns 404 to %s', async (_name, headers, address) => {
    const answer = await read(headers, address);
    expect([answer.status, answer.code]).toEqual([404, 'NOT_FOUND']);
  });

  it.each(['localhost', 'localhost:8080', '127.0.0.1', '[::1]:8080'])(
    'responds without a token to a direct request for %s',
    async (host) => {
      expect((await read({ host })).status).toBe(200);
    },
  );

  it('responds without a token to a direct request over IPv4 in IPv6', async () => {
    expect((await read({}, '::ffff:127.0.0.1')).status).toBe(200);
  });

  it('includes the free part of the disk', async () => {
    expect((await read()).raw.body).toMatch(/^vid_data_free_ratio (?:0\.\d+|1)$/mu);
  });

  it('accepts the token from another machine', async () => {
    const answer = await read({ authorization: `Bearer ${token}`, host: '10.0.0.3:9090' }, '10.0.0.4');
    expect(answer.status).toBe(200);
    expect(answer.raw.headers['content-type']).toContain('text/plain');
  });
});

it('the panels of the Grafana dashboard use the chosen data source', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../../../ops/grafana/vid.json'), 'utf8');
  const { panels }: Dashboard = JSON.parse(text);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const { type, datasource } of panels)
    expect(datasource?.uid).toBe(type === 'row' ? undefined : '${datasource}');
});
