import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pageNames } from '@vid/contract/pages';
import { createAccount, createAdmin, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createMaintenance } from './maintenance.ts';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vid-web-'));
  await mkdir(join(folder, 'html'));
  for (const name of pageNames)
    for (const locale of ['vi', 'en'])
      await writeFile(join(folder, 'html', `${name}.${locale}.html`), '<p>%BOOT%</p>');
  await writeFile(join(folder, 'html', 'hints.json'), '{"pages":{},"journeys":{"vi":[],"en":[]}}');
  server = await startTestServer(inject('cluster'), { overrides: { webFolder: folder } });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const inAnHour = () => new Date(Date.now() + 3_600_000);

async function start(endsAt = inAnHour(), message: string | null = null): Promise<void> {
  const { sql, maintenance } = server.deps;
  await sql.begin((tx) => maintenance.start(tx, { endsAt, message }));
}

async function end(): Promise<boolean> {
  const { sql, maintenance } = server.deps;
  const wasOn = await sql.begin((tx) => maintenance.end(tx));
  await vi.waitFor(() => expect(maintenance.current()).toBeNull());
  return wasOn;
}

const untilOn = (of = server) => vi.waitFor(() => expect(of.deps.maintenance.current()).not.toBeNull());

describe('maintenance', () => {
  it('starts and ends in two processes without a restart', async () => {
    const other = await server.twin();
    expect([server, other].map(({ deps }) => deps.maintenance.current())).toEqual([null, null]);
    await start(inAnHour(), 'Nâng cấp máy chủ');
    await untilOn();
    await untilOn(other);
    expect(other.deps.maintenance.current()?.message).toBe('Nâng cấp máy chủ');
    await start(inAnHour(), 'Lâu hơn dự kiến');
    await vi.waitFor(() => expect(other.deps.maintenance.current()?.message).toBe('Lâu hơn dự kiến'));
    expect(await end()).toBe(true);
    await vi.waitFor(() => expect(other.deps.maintenance.current()).toBeNull());
    expect(await end()).toBe(false);
  });

  it('ends at its scheduled time without a command', async () => {
    const past = new Date(Date.now() - 1_000);
    await start();
    await untilOn();
    await start(past);
    await vi.waitFor(() => expect(server.deps.maintenance.current()).toBeNull());
    expect(await server.deps.maintenance.find()).toBeUndefined();
    expect(await end()).toBe(false);
  });

  it('has one second left in its last tenth of a second', async () => {
    const { sql, events } = server.deps;
    let ms = 0;
    const maintenance = createMaintenance({ sql, events, monotonicMs: () => ms });
    await start();
    await vi.waitFor(() => expect(maintenance.current()).not.toBeNull());
    ms = 3_400_000;
    while (maintenance.current() !== null) ms += 100;
    expect(maintenance.secondsLeft()).toBe(0);
    ms -= 100;
    expect(maintenance.secondsLeft()).toBe(1);
    await end();
  });

  it('refuses the sign-in of a member and reports the remaining time', async () => {
    const account = await createAccount(server);
    await start();
    await untilOn();
    const browser = new TestBrowser(server.app);
    const { phone, password } = account;
    const answer = await browser.post('/vid/ajax/auth/login/phone', { phone, password });
    expect([answer.status, answer.code]).toEqual([503, 'MAINTENANCE']);
    expect(answer.details['retryAfterSeconds']).toBeGreaterThan(3_500);
    expect(answer.details['retryAfterSeconds']).toBeLessThanOrEqual(3_600);
    expect(await server.deps.sql`select from sessions where account_id = ${account.id}`).toEqual([]);
    await end();
    expect((await signIn(browser, account)).status).toBe(200);
  });

  it('leaves sessions as they are, and lets administrators sign in', async () => {
    const browser = new TestBrowser(server.app);
    await signIn(browser, await createAccount(server));
    await start();
    await untilOn();
    expect((await browser.get('/vid/ajax/auth/me')).status).toBe(200);
    const admin = await createAdmin(server);
    const { data } = await admin.browser.get('/vid/api/admin/attention');
    expect(data['operation']).toContainEqual({ kind: 'maintenance', detail: '' });
    await end();
  });
});

const pageOf = async (browser: TestBrowser, path: string) => {
  const { raw } = await browser.get(`/vid/web${path}`);
  return raw.headers.location ?? raw.statusCode;
};

describe('the pages during maintenance', () => {
  it('lead visitors to the maintenance page, which has the notice', async () => {
    await start(inAnHour(), 'Nâng cấp');
    await untilOn();
    const browser = new TestBrowser(server.app);
    expect(await pageOf(browser, '/signin?lang=en&code=secret')).toBe('/vid/web/error/maintain?lang=en');
    expect(await pageOf(browser, '/signup?clientId=shop')).toBe('/vid/web/error/maintain');
    expect(await pageOf(browser, '/signin?administrator')).toBe(200);
    expect(await pageOf(browser, '/not-me')).toBe(200);
    const { raw } = await browser.get('/vid/web/error/maintain');
    expect(raw.body).toContain('"message":"Nâng cấp"');
    await end();
    expect(await pageOf(browser, '/signin?lang=en')).toBe(200);
  });

  it('lead members, but not administrators, to the maintenance page', async () => {
    const member = new TestBrowser(server.app);
    await signIn(member, await createAccount(server));
    const admin = await createAdmin(server);
    await start();
    await untilOn();
    expect(await pageOf(member, '/user/information')).toBe('/vid/web/error/maintain');
    expect(await pageOf(member, '/intermediate')).toBe(200);
    expect(await pageOf(admin.browser, '/admin')).toBe(200);
    await end();
  });
});
