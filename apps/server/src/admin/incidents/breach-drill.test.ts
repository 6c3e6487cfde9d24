import { createAccount, createAdmin, otherPassword, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { freshAddress, freshPhone, readOutbox } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createAdminResetService } from '#admin/accounts/admin-reset.service.ts';
import { createIncidentNoticesRepo } from './affected/incident-notices.repo.ts';

let server: TestServer;
let twin: TestServer;
let admin: Awaited<ReturnType<typeof createAdmin>>;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  twin = await server.twin();
  admin = await createAdmin(server);
});
afterAll(() => server.close());

const path = '/vid/api/admin/incidents';
const hourMs = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString();
const texts = {
  vi: 'Danh sách của Hội đã bị gửi nhầm.',
  en: 'A list of the association went to a wrong address.',
};

async function opened() {
  const { data } = await admin.browser.post(path, {
    title: 'Gửi nhầm danh sách hội viên',
    description: 'Một tệp được gửi nhầm địa chỉ.',
    dataKinds: ['names', 'phones'],
    severity: 'high',
    measures: 'Người nhận đã xóa tệp.',
    discoveredAt: ago(10),
  });
  const at = `${path}/${String(data['id'])}`;
  const get = async () => (await admin.browser.get(at)).data;
  return {
    id: String(data['id']),
    at,
    get,
    post: async (what: string, body: object) =>
      admin.browser.post(`${at}/${what}`, { revision: Number((await get())['revision']), ...body }),
  };
}

const sentTo = async (to: string) =>
  (await readOutbox(new TestBrowser(server.app))).filter(
    (message) => message.to === to && message.purpose === 'data-incident',
  );

const settle = async () => {
  await Promise.all([server, twin].map(({ deps }) => deps.background.idle()));
};

const failGateway = async () => {
  // Store earlier gateway replies now. Stored later, they would outweigh the failures.
  await settle();
  await Promise.all([server, twin].map(({ deps }) => deps.smsAttempts.flush()));
  await server.deps.sql`delete from sms_attempts`;
  await server.deps
    .sql`insert into sms_attempts (sms_id, channel, purpose, masked_phone, carrier, outcome, parts, took_ms)
      values ('sms_1', 'outbox', 'signin', '****', 'other', 'unknown', 1, 9)`;
};

const requestNotice = (id: string) => server.deps.sql`
  with requested as (
    update incidents set notice_requested_at = clock_timestamp() where id = ${id} returning id)
  insert into incident_notices (incident_id, texts) select id, ${server.deps.sql.json(texts)} from requested`;

describe('V5 a data breach drill', () => {
  it('records the notice to the authority and notifies each reachable member', async () => {
    const { sql, notices } = server.deps;
    expect(await notices.hasBacklog()).toBe(false);
    const [byMail, bySms, unreachable] = [
      await createAccount(server, { name: 'Nguyễn Thị Ánh' }),
      await createAccount(server),
      await createAccount(server),
    ];
    const email = `${byMail.id}@example.vn`;
    await sql`
      update accounts set email = ${email}, email_confirmed_at = now(), locale = 'en' where id = ${byMail.id}`;
    await sql`update accounts set phone = null where id = ${unreachable.id}`;

    const one = await opened();
    const report = await admin.browser.post(`${one.at}/accounts`, {
      phones: [byMail.phone, bySms.phone, freshPhone()],
    });
    expect(Object(report.data)['report'].map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'added',
      'added',
      'no-account',
    ]);
    const address = freshAddress();
    await sql`
      insert into audit_events (kind, account_id, actor_id, address, request_id)
      values ('session.started', ${unreachable.id}, ${unreachable.id}, ${address}, 'test')`;
    const found = await admin.browser.post(`${one.at}/accounts/find`, {
      by: 'address',
      value: address,
      from: ago(24),
      to: ago(-1),
    });
    expect(found.data).toMatchObject({ added: 1, next: null });
    expect(await one.get()).toMatchObject({
      status: 'open',
      urgency: 'inTime',
      affected: { total: 3, told: 0, unreachable: 0, waiting: 3 },
    });

    const drafts = (await admin.browser.get(`${one.at}/drafts`)).data;
    expect(Object(drafts['authority'])['vi']).toContain('3 tài khoản');
    expect(Object(drafts['authority'])['en']).toContain('3 accounts');
    const notice = { sentAt: ago(1), reference: 'A05-2026/118' };
    expect((await one.post('authority-notice', notice)).status).toBe(200);
    expect(await one.get()).toMatchObject({ status: 'notified', urgency: 'told' });

    const revision = Number((await one.get())['revision']);
    expect((await one.post('members-notice', { texts })).status).toBe(200);
    await Promise.all([server, twin, server].map(({ deps }) => deps.modules.incidents.incidentNotices.run()));
    await settle();
    await server.deps.modules.incidents.incidentNotices.run();
    await settle();
    expect(await one.get()).toMatchObject({
      membersNotifiedAt: expect.any(String),
      affected: { total: 3, told: 2, unreachable: 1, waiting: 0 },
      revision: revision + 2,
    });
    const mails = await sentTo(email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(texts.en);
    const messages = await sentTo(bySms.phone);
    expect(messages).toHaveLength(1);
    expect(messages[0]?.text).toMatch(/\/vid\/web\/user\/privacy\/incidents$/u);

    // The link in the SMS leads to this list with the full text.
    const member = new TestBrowser(server.app);
    await signIn(member, bySms);
    expect((await member.get('/vid/api/privacy/incidents')).data).toEqual([
      { toldAt: expect.any(String), text: texts.vi },
    ]);
    const headers = { 'accept-language': 'en' };
    expect((await member.get('/vid/api/privacy/incidents', { headers })).data).toMatchObject([
      { text: texts.en },
    ]);

    expect((await one.post('close', { note: 'Đã báo cho mọi người.' })).status).toBe(200);
    expect(await one.get()).toMatchObject({ status: 'closed', closingNote: 'Đã báo cho mọi người.' });
    const told = await sql`
      select account_id, details ->> 'by' as by from audit_events
      where kind = 'incident.member-told' and details ->> 'incident' = ${one.id} order by by`;
    expect(told).toEqual([
      { accountId: byMail.id, by: 'mail' },
      { accountId: unreachable.id, by: 'none' },
      { accountId: bySms.id, by: 'sms' },
    ]);
    const steps = await sql<{ kind: string }[]>`
      select kind from audit_events
      where details ->> 'incident' = ${one.id} and actor_id = ${admin.id} order by id`;
    expect(steps.map(({ kind }) => kind)).toEqual([
      'incident.opened',
      'incident.accounts-added',
      'incident.accounts-added',
      'incident.authority-notified',
      'incident.members-notice',
      'incident.closed',
    ]);
  });

  it('resumes after a process dies halfway, and notifies each member once', async () => {
    const accounts = await Promise.all(
      Array.from({ length: 120 }, () => createAccount(server, { password: null })),
    );
    const one = await opened();
    await admin.browser.post(`${one.at}/accounts`, { phones: accounts.map(({ phone }) => phone) });
    // Simulate a process that died halfway: the notice is requested, and some accounts are notified.
    await requestNotice(one.id);
    await server.deps.sql`
      update incident_accounts set notified_at = now(), notified_by = 'sms'
      where id in (select id from incident_accounts where incident_id = ${one.id} order by id limit 30)`;
    const counts = await Promise.all(
      [server, twin].map(({ deps }) => deps.modules.incidents.incidentNotices.run()),
    );
    await settle();
    counts.push(await server.deps.modules.incidents.incidentNotices.run());
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(90);
    const [sent] = await server.deps.sql`
      select count(*)::int as all, count(distinct phone)::int as phones from deliveries
      where type = 'data-incident' and phone = any(${accounts.map(({ phone }) => phone)})`;
    expect(sent).toEqual({ all: 90, phones: 90 });
    expect(await one.get()).toMatchObject({
      affected: { waiting: 0 },
      membersNotifiedAt: expect.any(String),
    });
  });

  it('notifies later members only at the next request', async () => {
    const [first, later] = [await createAccount(server), await createAccount(server)];
    const one = await opened();
    await admin.browser.post(`${one.at}/accounts`, { phones: [first.phone] });
    await requestNotice(one.id);
    expect((await one.post('close', { note: 'x' })).code).toBe('RECORD_CHANGED');
    expect((await one.post('members-notice', { texts })).code).toBe('RECORD_CHANGED');
    await admin.browser.post(`${one.at}/accounts`, { phones: [later.phone] });
    await server.deps.modules.incidents.incidentNotices.run();
    await settle();
    expect([await sentTo(first.phone), await sentTo(later.phone)].map(({ length }) => length)).toEqual([
      1, 0,
    ]);
    await failGateway();
    expect((await one.post('members-notice', { texts })).status).toBe(200);
    expect((await one.post('close', { note: 'x' })).code).toBe('RECORD_CHANGED');
    await settle();
    await server.deps.sql`delete from sms_attempts`;
    await server.deps.modules.incidents.incidentNotices.run();
    await settle();
    expect([await sentTo(first.phone), await sentTo(later.phone)].map(({ length }) => length)).toEqual([
      1, 1,
    ]);
  });

  it('pauses its notices while many messages are waiting to be sent', async () => {
    const account = await createAccount(server);
    const one = await opened();
    await admin.browser.post(`${one.at}/accounts`, { phones: [account.phone] });
    await server.deps.sql`
      insert into deliveries (kind, id, receiver, phone, type, next_attempt_at, expires_at)
      select 'sms', 'sms_waiting_' || n, 'test', '+84900000000', 'test', now() + interval '1 hour',
        now() + interval '1 hour'
      from generate_series(1, 200) n`;
    await one.post('members-notice', { texts });
    expect(await server.deps.modules.incidents.incidentNotices.run()).toBe(0);
    // Wait for the job that the call queued.
    await settle();
    await server.deps.sql`delete from deliveries where type = 'test'`;
    // Earlier incidents whose members were notified must not delay this incident.
    await server.deps.sql`
      with done as (
        insert into incidents
          (id, title, description, data_kinds, severity, discovered_at, due_at, notice_requested_at, members_notified_at)
        select 'inc_done_' || n, 'x', 'x', '{}', 'low', now(), now(), now() - interval '1 day', now()
        from generate_series(1, 10) n
        returning id)
      insert into incident_notices (incident_id, texts) select id, ${server.deps.sql.json(texts)} from done`;
    expect(await server.deps.modules.incidents.incidentNotices.run()).toBe(1);
  });

  it('pauses its notices while the SMS gateway fails', async () => {
    const account = await createAccount(server);
    const one = await opened();
    await admin.browser.post(`${one.at}/accounts`, { phones: [account.phone] });
    await failGateway();
    await one.post('members-notice', { texts });
    await settle();
    const ageAttempts = (age: string) => server.deps.sql`
      update sms_attempts set created_at = now() - ${age}::interval`;
    await ageAttempts('4 minutes');
    expect(await server.deps.modules.incidents.incidentNotices.run()).toBe(0);
    expect(await sentTo(account.phone)).toHaveLength(0);
    await ageAttempts('6 minutes');
    expect(await server.deps.modules.incidents.incidentNotices.run()).toBe(1);
    await settle();
  });

  it('considers gateway responses that are not stored yet before it sends a batch', async () => {
    const { sql, smsAttempts, modules } = server.deps;
    const account = await createAccount(server);
    const one = await opened();
    await admin.browser.post(`${one.at}/accounts`, { phones: [account.phone] });
    await failGateway();
    await one.post('members-notice', { texts });
    await settle();
    await sql`delete from sms_attempts`;
    smsAttempts.note({
      smsId: 'sms_1',
      codeId: null,
      channel: 'outbox',
      purpose: 'signin',
      maskedPhone: '****',
      carrier: 'other',
      outcome: 'unknown',
      cause: null,
      reference: null,
      parts: 1,
      tookMs: 9,
      price: null,
    });
    expect(await modules.incidents.incidentNotices.run()).toBe(0);
    await sql`delete from sms_attempts`;
    expect(await modules.incidents.incidentNotices.run()).toBe(1);
    await settle();
  });

  it('is complete although an affected account was erased before its notice', async () => {
    const { sql, modules } = server.deps;
    const [one, two] = [await opened(), await opened()];
    for (const { at } of [one, two])
      await admin.browser.post(`${at}/accounts`, { phones: [(await createAccount(server)).phone] });
    await failGateway();
    for (const { post } of [one, two]) await post('members-notice', { texts });
    await settle();
    await sql`update incident_accounts set account_id = null where incident_id = ${one.id}`;
    await sql`delete from sms_attempts`;
    expect(await modules.incidents.incidentNotices.run()).toBe(1);
    expect(
      await sql`
        select members_notified_at is not null as is_complete from incidents where id in (${one.id}, ${two.id})`,
    ).toEqual([{ isComplete: true }, { isComplete: true }]);
    expect((await one.post('members-notice', { texts })).code).toBe('RECORD_CHANGED');
  });

  it.each(['loses the role', 'is locked', 'returns to its owner'] as const)(
    'M7 K1 stops its notices if the requesting account %s',
    async (how) => {
      const { sql, modules } = server.deps;
      const account = await createAccount(server);
      const by = await createAdmin(server);
      const [one, two] = [await opened(), await opened()];
      await failGateway();
      for (const { at, get } of [one, two]) {
        await admin.browser.post(`${at}/accounts`, { phones: [account.phone] });
        const { revision } = await get();
        const notice = { revision, texts: { ...texts, vi: 'Lừa đảo' } };
        expect((await by.browser.post(`${at}/members-notice`, notice)).status).toBe(200);
      }
      await settle();
      await sql`delete from sms_attempts`;
      const reset = (id: string) =>
        createAdminResetService(server.deps).resetAdminPassword(id, otherPassword, {
          actorId: null,
          caller: { address: '', requestId: '' },
        });
      const stopped = () => sql`
        select from audit_events
        where kind = 'incident.notice-stopped' and details ->> 'incident' in (${one.id}, ${two.id})`;
      if (how === 'returns to its owner') await reset((await createAdmin(server)).id);
      expect(await stopped()).toHaveLength(0);
      const revision = Number((await one.get())['revision']);
      if (how === 'loses the role') await sql`update accounts set role = 'user' where id = ${by.id}`;
      else if (how === 'is locked') await sql`update accounts set status = 'locked' where id = ${by.id}`;
      else await reset(by.id);
      expect(await modules.incidents.incidentNotices.run()).toBe(0);
      expect(await sentTo(account.phone)).toHaveLength(0);
      expect(await stopped()).toHaveLength(2);
      expect(await one.get()).toMatchObject({ revision: revision + 1, noticeRequestedAt: null });
      expect((await one.post('members-notice', { texts })).status).toBe(200);
      await settle();
      await modules.incidents.incidentNotices.run();
      await settle();
      const browser = new TestBrowser(server.app);
      await signIn(browser, account);
      expect((await browser.get('/vid/api/privacy/incidents')).raw.json().data).toMatchObject([
        { text: texts.vi },
      ]);
    },
  );

  it('neither sends nor stops a notice that another request has replaced', async () => {
    const { sql } = server.deps;
    const account = await createAccount(server);
    const one = await opened();
    await admin.browser.post(`${one.at}/accounts`, { phones: [account.phone] });
    for (let time = 0; time < 2; time += 1) await requestNotice(one.id);
    const noticeIds = await sql<{ id: string }[]>`
      select id from incident_notices where incident_id = ${one.id} order by id`;
    const repo = createIncidentNoticesRepo(sql);
    const claimed = await Promise.all(
      noticeIds.map(({ id }) => sql.begin((tx) => repo.claim(tx, { id: one.id, noticeId: id }, 10))),
    );
    expect(claimed.map(({ length }) => length)).toEqual([0, 1]);
    // Another process may still work on the first notice, whose administrator has lost the role.
    expect(await repo.stop(sql, { id: one.id, noticeId: noticeIds[0]?.id ?? '' })).toBe(false);
    await server.deps.modules.incidents.incidentNotices.run();
    await settle();
  });

  it('shows each member the text of the received notice', async () => {
    const [first, second] = [await createAccount(server), await createAccount(server)];
    const one = await opened();
    const tell = async (phone: string, vi: string) => {
      await admin.browser.post(`${one.at}/accounts`, { phones: [phone] });
      expect((await one.post('members-notice', { texts: { ...texts, vi } })).status).toBe(200);
      await settle();
      await server.deps.modules.incidents.incidentNotices.run();
      await settle();
    };
    await tell(first.phone, 'Lần một');
    await tell(second.phone, 'Lần hai');
    const { sql } = server.deps;
    const [latest] = await sql<{ id: string }[]>`
      select max(id)::text as id from incident_notices where incident_id = ${one.id}`;
    expect(await createIncidentNoticesRepo(sql).stop(sql, { id: one.id, noticeId: latest?.id ?? '' })).toBe(
      false,
    );
    const later = await opened();
    await admin.browser.post(`${later.at}/accounts`, { phones: [first.phone, second.phone] });
    await sql`
      update incident_accounts set notified_at = now(), notified_by = 'sms',
        notice_id = (select max(id) from incident_notices where texts ->> 'vi' = 'Lần hai')
      where incident_id = ${later.id} and account_id = ${first.id}`;
    const read = async (account: typeof first) => {
      const browser = new TestBrowser(server.app);
      await signIn(browser, account);
      return (await browser.get('/vid/api/privacy/incidents')).raw.json().data;
    };
    expect(await read(first)).toMatchObject([{ text: 'Lần hai' }, { text: 'Lần một' }]);
    expect(await read(second)).toMatchObject([{ text: 'Lần hai' }]);
    await sql`
      insert into incidents (id, title, description, data_kinds, severity, discovered_at, due_at)
      select 'inc_listed_' || n, 'x', 'x', '{phone}', 'low', now(), now() from generate_series(1, 99) n`;
    await sql`
      insert into incident_accounts (incident_id, account_id, how, added_at, notified_at, notified_by)
      select 'inc_listed_' || n, ${first.id}, 'phone', now(), now() - interval '1 year', 'none'
      from generate_series(1, 99) n`;
    const listed = await read(first);
    expect(listed).toHaveLength(100);
    expect(listed.slice(0, 3)).toMatchObject([{ text: 'Lần hai' }, { text: 'Lần một' }, { text: '' }]);
    expect((await one.post('members-notice', { texts })).code).toBe('RECORD_CHANGED');
  });
});
