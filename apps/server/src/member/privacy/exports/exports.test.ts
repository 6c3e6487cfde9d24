import { createAccount, signIn } from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import { TestBrowser } from '@vid/testkit/browser';
import { readOutbox } from '@vid/testkit/flows';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readAccountCopy } from './account-copy.ts';
import { createExportBuilder } from './build-exports.ts';
import { createExportRepo } from './exports.repo.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const path = '/vid/api/privacy/exports';

async function memberBrowser(name = 'Lê Thị Ổn') {
  const account = await createAccount(server, { name });
  const browser = new TestBrowser(server.app);
  await signIn(browser, account);
  const list = async (): Promise<Record<string, unknown>[]> =>
    Object((await browser.get(path)).raw.json()).data;
  return { account, browser, list };
}

async function readyExport(name?: string) {
  const member = await memberBrowser(name);
  const { data } = await member.browser.post(path);
  await server.deps.modules.privacy.exportBuilder.run();
  return { ...member, id: String(data['id']) };
}

const forgetConfirmation = (accountId: string) =>
  server.deps.sql`update sessions set confirmed_at = null where account_id = ${accountId}`;

describe('V5 an account copy', () => {
  it('is announced, and can be read as JSON and as a page', async () => {
    const { account, browser, list } = await memberBrowser('<img src=x onerror=alert(1)>');
    const { data } = await browser.post(path);
    expect(data).toMatchObject({ status: 'pending' });
    const download = () => browser.get(`${path}/${String(data['id'])}`);
    expect((await download()).code).toBe('NOT_FOUND');
    expect(await server.deps.modules.privacy.exportBuilder.run()).toBe(1);
    expect(await list()).toEqual([{ ...data, status: 'ready' }]);

    const { json, html } = (await download()).data;
    const copy = JSON.parse(String(json));
    expect(copy).toMatchObject({ accountId: account.id, data: { accounts: [{ phone: account.phone }] } });
    expect(copy.data.sessions).toHaveLength(1);
    expect(copy.data.audit_events[0]).toMatchObject({ kind: 'export.requested' });
    expect(json).not.toContain('argon2');
    expect(html).toContain('<html lang="vi">');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).not.toMatch(/<img|<script|<link|https?:/u);

    await server.deps.background.idle();
    const sent = await readOutbox(new TestBrowser(server.app));
    const ready = sent.filter(({ to, purpose }) => to === account.phone && purpose === 'export-ready');
    expect(ready.map(({ text }) => text)).toEqual([
      expect.stringMatching(/\/vid\/web\/user\/privacy\/copies$/u),
    ]);
    const [row] = await server.deps
      .sql`select sealed_content from privacy_exports where id = ${String(data['id'])}`;
    expect(Buffer.from(row?.['sealedContent']).includes(account.phone)).toBe(false);
    const events = await server.deps.sql`
      select kind, actor_id, details from audit_events
      where account_id = ${account.id} and kind like 'export.%' order by id`;
    const details = { export: data['id'] };
    expect(events).toEqual([
      { kind: 'export.requested', actorId: account.id, details },
      { kind: 'export.ready', actorId: null, details },
      { kind: 'export.downloaded', actorId: account.id, details },
    ]);
    expect(Date.parse(String(data['expiresAt'])) - Date.parse(String(data['createdAt']))).toBe(
      7 * 86_400_000,
    );
  });

  it('is due for building as soon as it is requested', async () => {
    const { sql } = server.deps;
    await sql`insert into scheduled_tasks (name, due_at) values ('build-exports', now() + interval '1 day')`;
    const { browser } = await memberBrowser();
    expect((await browser.post(path)).status).toBe(200);
    expect(
      await sql`delete from scheduled_tasks where name = 'build-exports' returning due_at <= now() as is_due`,
    ).toEqual([{ isDue: true }]);
    await server.deps.modules.privacy.exportBuilder.run();
  });

  it('can be downloaded twenty times, but not a 21st time', async () => {
    const { account, browser, id } = await readyExport();
    await server.deps.sql`
      insert into counters (key, points, expires_at)
      values (${`calls:downloadDataExport:${account.id}`}, 19, now() + interval '10 minutes')`;
    const statuses = [];
    for (let time = 0; time < 2; time += 1) statuses.push((await browser.get(`${path}/${id}`)).status);
    expect(statuses).toEqual([200, 429]);
  });

  it('contains the avatar, which the page shows', async () => {
    const { browser } = await memberBrowser();
    const file = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0b5d51' } })
      .png()
      .toBuffer();
    const set = await browser.call('PUT', '/vid/api/users/avatar', file, {
      headers: { 'content-type': 'image/png' },
    });
    const { rawPayload } = await server.app.inject({
      url: String(set.data['avatar']),
      headers: { host: 'localhost:8080' },
    });
    const { data } = await browser.post(path);
    await server.deps.modules.privacy.exportBuilder.run();
    const { json, html } = (await browser.get(`${path}/${String(data['id'])}`)).data;
    const content = `data:image/webp;base64,${rawPayload.toString('base64')}`;
    expect(JSON.parse(String(json)).data.avatars).toMatchObject([{ content }]);
    expect(html).toContain(`<img src="${content}"`);
  });

  it('hides an administrator’s id, address and device', async () => {
    const { account } = await memberBrowser();
    const { sql } = server.deps;
    await sql`
      insert into broker_certificates (account_id, number, province, issued_on)
      values (${account.id}, 'HN-1', '01', '2026-01-15')`;
    await sql`
      insert into audit_events (kind, account_id, actor_id, address, request_id, browser)
      select kind, ${account.id}, 'acc_admin', '198.51.100.7', 'req', 'Firefox'
      from unnest(array['certificate.confirmed', 'sign-in.failed']) kind`;
    const copy = await sql.begin((tx) => readAccountCopy(tx, account, async () => new Map()));
    expect(copy.data['broker_certificates']).toMatchObject([{ issuedOn: '2026-01-15', expiresOn: null }]);
    const events = new Map(copy.data['audit_events']?.map((row) => [row['kind'], row]));
    const hidden = { actorId: null, address: null };
    expect(events.get('certificate.confirmed')).toMatchObject({ ...hidden, browser: null });
    expect(events.get('sign-in.failed')).toMatchObject({ ...hidden, browser: 'Firefox' });
    const at = expect.any(Date);
    expect(events.get('session.started')).toMatchObject({ actorId: account.id, browser: 'Chrome', at });
  });

  it('names applications, and has the latest uses and consents first', async () => {
    const { account } = await memberBrowser();
    const { sql } = server.deps;
    const apps = [
      await createApplication(server, { name: 'Cũ' }),
      await createApplication(server, { name: 'Mới' }),
    ];
    for (const [index, { id }] of apps.entries())
      await sql`
        insert into application_uses (account_id, application_id, scopes, last_used_at)
        values (${account.id}, ${id}, '{}', now() - make_interval(days => ${2 - index}))`;
    await sql`
      insert into consents (account_id, purpose, notice_version, method, address, agreed_at)
      select ${account.id}, 'marketing', n, 'test', '', now() + make_interval(days => n) from generate_series(1, 2) n`;
    const names = new Map(apps.map(({ id, code, name }) => [id, { code, name }]));
    const copy = await sql.begin((tx) => readAccountCopy(tx, account, async () => names));
    const uses = copy.data['application_uses']?.map(({ application, applicationCode }) => [
      application,
      applicationCode,
    ]);
    expect(uses).toEqual(apps.toReversed().map(({ name, code }) => [name, code]));
    expect(copy.data['consents']?.map(({ noticeVersion }) => noticeVersion)).toEqual(['2', '1']);
  });

  it('is listed with the newest twenty copies', async () => {
    const { account, list } = await memberBrowser();
    await server.deps.sql`
      insert into privacy_exports (id, account_id, status, created_at, expires_at)
      select 'exp_' || ${account.id} || n, ${account.id}, 'failed', now() - make_interval(mins => n), now() + interval '1 day'
      from generate_series(1, 21) n`;
    expect((await list()).map(({ id }) => id)).toEqual(
      Array.from({ length: 20 }, (_, n) => `exp_${account.id}${n + 1}`),
    );
  });

  it('is not announced if its request is deleted while it is built', async () => {
    const { account, browser } = await memberBrowser();
    const { data } = await browser.post(path);
    const { sql } = server.deps;
    const nameApplications = async () => {
      await sql`delete from privacy_exports where account_id = ${account.id}`;
      return new Map();
    };
    await createExportBuilder({ ...server.deps, nameApplications }).run();
    const events = await sql`
      select from audit_events where kind = 'export.ready' and details ->> 'export' = ${String(data['id'])}`;
    expect(events).toEqual([]);
  });

  it('is shown in the language of the request', async () => {
    const { browser, id } = await readyExport();
    const { data } = await browser.get(`${path}/${id}`, { headers: { 'accept-language': 'en' } });
    expect(data['html']).toContain('<h1>Copy of your personal data</h1>');
  });

  it('X3 contains only the newest 10,000 events, and says so', async () => {
    const { account, browser } = await memberBrowser();
    await server.deps.sql`
      insert into audit_events (kind, account_id, actor_id, address, request_id, at)
      select 'session.ended', ${account.id}, ${account.id}, '198.51.100.7', 'req', now() - interval '1 day'
      from generate_series(1, 10000)`;
    const { data } = await browser.post(path);
    await server.deps.modules.privacy.exportBuilder.run();
    const { json, html } = (await browser.get(`${path}/${String(data['id'])}`)).data;
    const copy = JSON.parse(String(json));
    expect(copy.shortened).toEqual(['audit_events']);
    expect(copy.data.audit_events).toHaveLength(10_000);
    expect(copy.data.audit_events[0]).toMatchObject({ kind: 'export.requested' });
    expect(html).toContain('Bản sao chỉ có 10.000 mục mới nhất của phần này.');
  });

  it('X3 is not rendered again for a download', async () => {
    const { browser, id } = await readyExport();
    const { sql, keys } = server.deps;
    const stored = JSON.stringify({ json: '{}', pages: { vi: '<p>xin chào', en: '<p>hello' } });
    await sql`update privacy_exports set sealed_content = ${keys.seal('export', stored)} where id = ${id}`;
    const download = await browser.get(`${path}/${id}`, { headers: { 'accept-language': 'en' } });
    expect(download.data).toEqual({ json: '{}', html: '<p>hello' });
  });

  it('is refused to another account and after it expires', async () => {
    const { account, browser, id } = await readyExport();
    const other = await memberBrowser();
    expect((await other.browser.get(`${path}/${id}`)).code).toBe('NOT_FOUND');
    expect(await other.list()).toEqual([]);
    await forgetConfirmation(account.id);
    expect((await browser.get(`${path}/${id}`)).code).toBe('REAUTHENTICATION_REQUIRED');
    const again = await browser.post('/vid/ajax/auth/reauthenticate', { password: account.password });
    expect(again.status).toBe(200);
    await server.deps.sql`update privacy_exports set expires_at = now() where id = ${id}`;
    expect((await browser.get(`${path}/${id}`)).code).toBe('NOT_FOUND');
    expect(Object((await browser.get(path)).raw.json()).data).toEqual([]);
  });

  it('can be requested once a day, and requires re-authentication', async () => {
    const { account, browser, list } = await memberBrowser();
    await forgetConfirmation(account.id);
    expect((await browser.post(path)).code).toBe('REAUTHENTICATION_REQUIRED');
    expect(await list()).toEqual([]);
    await browser.post('/vid/ajax/auth/reauthenticate', { password: account.password });
    const answers = await Promise.all(Array.from({ length: 4 }, () => browser.post(path)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.find(({ status }) => status !== 200);
    expect([refused?.status, refused?.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused?.raw.headers['retry-after'])).toBeGreaterThan(86_000);
    await server.deps.sql`
      update privacy_exports set created_at = now() - interval '25 hours' where account_id = ${account.id}`;
    const { data } = await browser.post(path);
    expect((await list()).map(({ id }) => id)).toEqual([data['id'], expect.any(String)]);
  });

  it('is built once by parallel jobs, and again after an abandoned attempt', async () => {
    const { account, browser, list } = await memberBrowser();
    await server.deps.modules.privacy.exportBuilder.run();
    await browser.post(path);
    const counts = await Promise.all([
      server.deps.modules.privacy.exportBuilder.run(),
      server.deps.modules.privacy.exportBuilder.run(),
    ]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(1);
    const { sql } = server.deps;
    await sql`
      update privacy_exports set status = 'pending', sealed_content = null,
        claimed_at = now() - interval '60 seconds'
      where account_id = ${account.id}`;
    expect(await server.deps.modules.privacy.exportBuilder.run()).toBe(0);
    const claimedAgo = (time: string) =>
      sql`update privacy_exports set claimed_at = now() - ${time}::interval where account_id = ${account.id}`;
    await claimedAgo('121 seconds');
    expect(await server.deps.modules.privacy.exportBuilder.run()).toBe(1);
    expect(await list()).toMatchObject([{ status: 'ready' }]);
    // The last attempt succeeded, so the copy neither fails nor is built again.
    await sql`update privacy_exports set attempts = 3 where account_id = ${account.id}`;
    await claimedAgo('1 hour');
    await server.deps.modules.privacy.exportBuilder.run();
    expect(await list()).toMatchObject([{ status: 'ready' }]);
    const [{ id } = {}] = await list();
    expect(await createExportRepo(sql).finish(sql, String(id), Buffer.alloc(1))).toBe(false);
    await sql`
      update privacy_exports set status = 'pending', sealed_content = null, attempts = 0, expires_at = now()
      where account_id = ${account.id}`;
    expect(await server.deps.modules.privacy.exportBuilder.run()).toBe(0);
  });

  it('shows the account at one moment, despite changes during the build', async () => {
    const { sql, modules } = server.deps;
    await modules.privacy.exportBuilder.run();
    const { account, browser } = await memberBrowser();
    const { data } = await browser.post(path);
    const { built } = await sql.begin(async (tx) => {
      await tx`lock table broker_certificates`;
      const running = modules.privacy.exportBuilder.run();
      await waitForLockWaits(server, 1);
      await tx`
        insert into broker_certificates (account_id, number, province, issued_on)
        values (${account.id}, 'HN-2', '01', '2026-01-15')`;
      return { built: running };
    });
    expect(await built).toBe(1);
    const { json } = (await browser.get(`${path}/${String(data['id'])}`)).data;
    expect(JSON.parse(String(json)).data.broker_certificates).toEqual([]);
  });

  it('is built after copies that were requested earlier', async () => {
    const { sql, modules } = server.deps;
    await modules.privacy.exportBuilder.run();
    const [later, earlier] = [await memberBrowser(), await memberBrowser()];
    await later.browser.post(path);
    await earlier.browser.post(path);
    await sql`
      update privacy_exports set created_at = now() - interval '1 hour' where account_id = ${earlier.account.id}`;
    const { claimNext } = createExportRepo(sql);
    for (const { account } of [earlier, later])
      expect(await claimNext()).toMatchObject({ accountId: account.id });
    await sql`update privacy_exports set claimed_at = null where status = 'pending'`;
    await modules.privacy.exportBuilder.run();
  });

  it('fails two minutes after its third attempt began', async () => {
    const { account, browser, list } = await memberBrowser();
    await browser.post(path);
    const lastAttempt = async (age: string) => {
      await server.deps.sql`
        update privacy_exports set attempts = 3, claimed_at = now() - ${age}::interval
        where account_id = ${account.id}`;
      expect(await server.deps.modules.privacy.exportBuilder.run()).toBe(0);
      return list();
    };
    // Another process may still be building the copy.
    expect(await lastAttempt('110 seconds')).toMatchObject([{ status: 'pending' }]);
    expect(await lastAttempt('130 seconds')).toMatchObject([{ status: 'failed' }]);
  });

  it('can be requested again after it failed, and delays no other copy', async () => {
    const [broken, fine] = [await memberBrowser(), await memberBrowser()];
    await broken.browser.post(path);
    await fine.browser.post(path);
    const { sql } = server.deps;
    await sql`
      create or replace function refuse_export() returns trigger language plpgsql as $$ begin
        if new.account_id = ${sql.unsafe(`'${broken.account.id}'`)} and new.status = 'ready' then raise 'full'; end if;
        return new; end $$`;
    await sql`create trigger refuse before update on privacy_exports for each row execute function refuse_export()`;
    for (let time = 0; time <= 3; time += 1) {
      expect(await broken.list()).toMatchObject([{ status: 'pending' }]);
      await server.deps.modules.privacy.exportBuilder.run();
      await sql`update privacy_exports set claimed_at = now() - interval '1 hour' where status = 'pending'`;
    }
    await sql`drop trigger refuse on privacy_exports`;
    expect(await fine.list()).toMatchObject([{ status: 'ready' }]);
    expect(await broken.list()).toMatchObject([{ status: 'failed' }]);
    expect((await broken.browser.post(path)).status).toBe(200);
  });
});
