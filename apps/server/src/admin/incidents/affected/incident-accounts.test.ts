import { fieldReasons } from '@vid/contract/field-reasons';
import { createAccount, createAdmin, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { formatNational } from '#lib/phone/phone.ts';
import { freshAddress, freshPhone } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

let server: TestServer;
let admin: Awaited<ReturnType<typeof createAdmin>>;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  admin = await createAdmin(server);
});
afterAll(() => server.close());

const path = '/vid/api/admin/incidents';
const hourMs = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString();
const range = { from: ago(24), to: ago(-1) };

async function opened() {
  const { data } = await admin.browser.post(path, {
    title: 'Sự cố',
    description: 'Diễn biến.',
    dataKinds: ['phones'],
    severity: 'high',
    measures: '',
    discoveredAt: ago(1),
  });
  const at = `${path}/${String(data['id'])}`;
  const rows = async (): Promise<
    { how: string; account: { id: string } | null; toldBy: string | null }[]
  > => {
    const answer = await admin.browser.post(`${at}/accounts/search`, { limit: 100 });
    return Object(answer.data)['items'];
  };
  return {
    id: String(data['id']),
    at,
    rows,
    get: async () => (await admin.browser.get(at)).data,
    ids: async () => (await rows()).map(({ account }) => account?.id),
    add: async (phones: readonly string[]) => {
      const answer = await admin.browser.post(`${at}/accounts`, { phones });
      const report: { outcome: string }[] = Object(answer.data)['report'];
      return report.map(({ outcome }) => outcome);
    },
    find: (search: object) => admin.browser.post(`${at}/accounts/find`, { ...range, ...search }),
    remove: (ids: readonly string[]) => admin.browser.post(`${at}/accounts/remove`, { ids }),
  };
}

const insertEvent = (event: {
  accountId: string;
  actorId?: string;
  kind?: string;
  address?: string;
  hours?: number;
}) =>
  server.deps.sql`
    insert into audit_events (kind, account_id, actor_id, address, request_id, at)
    values (${event.kind ?? 'profile.changed'}, ${event.accountId}, ${event.actorId ?? event.accountId},
      ${event.address ?? '198.51.100.1'}, 'test', now() - make_interval(hours => ${event.hours ?? 1}))`;

describe('pasted phone numbers', () => {
  it('are added once, with a result for each line', async () => {
    const one = await opened();
    const first = await createAccount(server, { name: 'Lê An' });
    const locked = await createAccount(server, { status: 'locked' });
    const local = first.phone.replace('+84', '0');
    expect(await one.add([local, locked.phone, first.phone, freshPhone(), 'abc'])).toEqual([
      'added',
      'added',
      'already',
      'no-account',
      'invalid',
    ]);
    const { revision } = await one.get();
    expect(await one.add([first.phone])).toEqual(['already']);
    expect((await one.get())['revision']).toBe(revision);
    expect(new Set(await one.ids())).toEqual(new Set([first.id, locked.id]));
    expect((await one.rows()).find(({ account }) => account?.id === first.id)).toMatchObject({
      how: 'phone',
      account: { id: first.id, name: 'Lê An', phone: first.phone },
      addedAt: expect.any(String),
      toldAt: null,
      toldBy: null,
    });
    const events = await server.deps.sql`
      select details from audit_events
      where kind = 'incident.accounts-added' and details ->> 'incident' = ${one.id}`;
    expect(events).toEqual([{ details: { incident: one.id, how: 'phone', added: 2 } }]);
  });

  it('are rejected if the list is empty', async () => {
    const one = await opened();
    expect((await admin.browser.post(`${one.at}/accounts`, { phones: [] })).code).toBe('VALIDATION_FAILED');
  });

  it('are added once when two processes add them in parallel', async () => {
    const one = await opened();
    const accounts = await Promise.all(Array.from({ length: 4 }, () => createAccount(server)));
    const twin = await server.twin();
    const by = { actorId: admin.id, caller: { address: '127.0.0.1', requestId: 'test' } };
    const phones = accounts.map(({ phone }) => phone);
    const reports = await Promise.all(
      [server, twin, server, twin].map(({ deps }) =>
        deps.modules.incidents.incidentAccounts.addPhones(one.id, phones, by),
      ),
    );
    expect(reports.flat().filter(({ outcome }) => outcome === 'added')).toHaveLength(4);
    expect(await one.ids()).toHaveLength(4);
  });
});

describe('an incident criterion', () => {
  it('finds accounts with an event from an address in the time range', async () => {
    const one = await opened();
    const address = freshAddress();
    const [inside, outside, other] = [
      await createAccount(server),
      await createAccount(server),
      await createAccount(server),
    ];
    await insertEvent({ accountId: inside.id, address });
    await insertEvent({ accountId: inside.id, address });
    await insertEvent({ accountId: outside.id, address, hours: 30 });
    await insertEvent({ accountId: other.id });
    expect((await one.find({ by: 'address', value: ` ${address} ` })).data).toEqual({
      added: 1,
      seen: 2,
      next: null,
    });
    expect(await one.ids()).toEqual([inside.id]);
    // An IPv4-mapped IPv6 address is the same address.
    expect((await one.find({ by: 'address', value: `::ffff:${address}` })).data).toEqual({
      added: 0,
      seen: 2,
      next: null,
    });
    const added = await server.deps.sql`
      select (details ->> 'added')::int as count from audit_events
      where kind = 'incident.accounts-added' and details ->> 'incident' = ${one.id} order by id`;
    expect(added).toEqual([{ count: 1 }, { count: 0 }]);
  });

  it('finds accounts on which a given account acted, by its id or phone', async () => {
    const one = await opened();
    const [thief, victim] = [await createAccount(server), await createAccount(server)];
    await insertEvent({ accountId: victim.id, actorId: thief.id, kind: 'account.viewed' });
    await insertEvent({ accountId: thief.id });
    expect((await one.find({ by: 'actor', value: thief.phone })).data).toMatchObject({ added: 1 });
    expect((await one.find({ by: 'actor', value: thief.id })).data).toMatchObject({ added: 0, seen: 1 });
    expect(await one.ids()).toEqual([victim.id]);
    expect((await one.find({ by: 'actor', value: freshPhone() })).raw.json()).toMatchObject({
      message: 'VALIDATION_FAILED',
      fields: { value: fieldReasons.unknown.vi },
    });
  });

  it('finds accounts that signed in, but not accounts with another event', async () => {
    const one = await opened();
    const [member, changed] = [await createAccount(server), await createAccount(server)];
    const from = new Date(Date.now() - 1_000).toISOString();
    await signIn(new TestBrowser(server.app), member);
    await insertEvent({ accountId: changed.id, hours: 0 });
    const to = new Date(Date.now() + 1_000).toISOString();
    await one.find({ by: 'sign-in', from, to });
    expect(await one.ids()).toContain(member.id);
    expect(await one.ids()).not.toContain(changed.id);
    const [audited] = await server.deps.sql`
      select details from audit_events
      where kind = 'incident.accounts-added' and details ->> 'incident' = ${one.id}`;
    const added = (await one.ids()).length;
    expect(audited).toEqual({ details: { incident: one.id, how: 'sign-in', from, to, added } });
  });

  it('finds accounts whose use of an application overlaps the time range', async () => {
    const { sql, applications } = server.deps;
    for (const code of ['leaky', 'tight'])
      await applications.add({ code, name: 'Ứng dụng lộ', isFirstParty: true });
    const [leaky, tight] = await sql<{ id: string }[]>`
      select id from applications where code in ('leaky', 'tight') order by code`;
    const value = leaky?.id ?? '';
    const one = await opened();
    const [start, end] = [new Date(range.from), new Date(range.to)];
    const [before, after] = [new Date(start.getTime() - 1), new Date(end.getTime() + 1)];
    const during = await createAccount(server);
    const untilStart = await createAccount(server);
    const rows = [
      { accountId: during.id, firstUsedAt: before, lastUsedAt: after },
      { accountId: untilStart.id, firstUsedAt: before, lastUsedAt: start },
      { accountId: (await createAccount(server)).id, firstUsedAt: before, lastUsedAt: before },
      { accountId: (await createAccount(server)).id, firstUsedAt: end, lastUsedAt: after },
    ].map((row) => ({ ...row, applicationId: value, scopes: [] }));
    const elsewhere = {
      accountId: (await createAccount(server)).id,
      firstUsedAt: start,
      lastUsedAt: end,
      applicationId: tight?.id ?? '',
      scopes: [],
    };
    await sql`insert into application_uses ${sql([...rows, elsewhere])}`;
    expect((await one.find({ by: 'application', value })).data).toEqual({ added: 2, seen: 2, next: null });
    expect(new Set(await one.ids())).toEqual(new Set([during.id, untilStart.id]));
  });

  it('is applied in several parts if many events match', async () => {
    const one = await opened();
    const address = freshAddress();
    const members = await Promise.all(Array.from({ length: 3 }, () => createAccount(server)));
    // Each request reads 2,000 events, newest first. The other 200 all belong to an account that the first
    // request has already added.
    await server.deps.sql`
      insert into audit_events (kind, account_id, actor_id, address, request_id, at)
      select 'profile.changed', case when n < 1500 then ${members[0]?.id ?? ''} when n < 2100
        then ${members[1]?.id ?? ''} else ${members[2]?.id ?? ''} end, null, ${address}, 'test',
        now() - interval '2 hours' + n * interval '1 second'
      from generate_series(1, 2200) n`;
    const first = (await one.find({ by: 'address', value: address })).data;
    expect(first).toMatchObject({ added: 3, seen: 2_000, next: expect.any(String) });
    const second = await one.find({ by: 'address', value: address, after: first['next'] });
    expect(second.data).toEqual({ added: 0, seen: 200, next: null });
    const audited = await server.deps.sql`
      select details from audit_events
      where kind = 'incident.accounts-added' and details ->> 'incident' = ${one.id}`;
    expect(audited).toEqual([
      { details: { incident: one.id, how: 'address', value: address, ...range, added: 3 } },
    ]);
  });

  it.each([
    [{ by: 'address' }, { value: fieldReasons.required.vi }],
    [{ by: 'address', value: '0912345678' }, { value: fieldReasons.format.vi }],
    [{ by: 'actor', value: '  ' }, { value: fieldReasons.required.vi }],
    [{ by: 'application', value: ' ' }, { value: fieldReasons.required.vi }],
    [{ by: 'sign-in', from: ago(1), to: ago(2) }, { to: fieldReasons.date.vi }],
    [{ by: 'sign-in', from: range.from, to: range.from }, { to: fieldReasons.date.vi }],
    [{ by: 'everyone' }, { by: fieldReasons.format.vi }],
    [{ by: 'sign-in', after: 'abc' }, { after: fieldReasons.format.vi }],
  ])('M6 is refused if it is %j', async (search, fields) => {
    const one = await opened();
    const refused = await one.find(search);
    expect([refused.code, refused.fields]).toEqual(['VALIDATION_FAILED', fields]);
  });
});

describe('the list of affected accounts', () => {
  it('lets accounts that were not notified be removed', async () => {
    const one = await opened();
    const [kept, removed] = [await createAccount(server), await createAccount(server)];
    const last = await createAccount(server);
    await one.add([kept.phone, removed.phone, last.phone]);
    await server.deps.sql`
      update incident_accounts set notified_at = now(), notified_by = 'sms' where account_id = ${kept.id}`;
    const other = await opened();
    await other.add([removed.phone]);
    const [{ revision }, otherBefore] = [await one.get(), await other.get()];
    expect((await one.remove([kept.id, removed.id, last.id])).data).toEqual({ removed: 2 });
    expect(await other.get()).toMatchObject({ revision: otherBefore['revision'] });
    expect(await one.rows()).toMatchObject([
      { account: { id: kept.id }, toldAt: expect.any(String), toldBy: 'sms' },
    ]);
    expect(await one.get()).toMatchObject({
      revision: Number(revision) + 1,
      affected: { total: 1, told: 1, unreachable: 0, waiting: 0 },
    });
    const waiting = await admin.browser.post(`${one.at}/accounts/search`, { isWaiting: true });
    expect(waiting.data['items']).toEqual([]);
    expect(await other.ids()).toEqual([removed.id]);
    const events = await server.deps.sql`
      select account_id, actor_id from audit_events
      where kind = 'incident.account-removed' and details ->> 'incident' = ${one.id} order by account_id`;
    const removedIds = [removed.id, last.id].toSorted();
    expect(events).toEqual(removedIds.map((accountId) => ({ accountId, actorId: admin.id })));
  });

  it('is exported without formulas, and the download is audited', async () => {
    const one = await opened();
    const account = await createAccount(server, { name: '=HYPERLINK("https://evil.test")' });
    await one.add([account.phone]);
    const { data } = await admin.browser.post(`${one.at}/accounts/export`, {});
    const csv = String(data['csv']);
    expect(csv.startsWith('\u{FEFF}')).toBe(true);
    expect(csv).toContain(`"'=HYPERLINK(""https://evil.test"")"`);
    expect(csv).toContain(account.id);
    expect(data['next']).toBeNull();
    const { sql } = server.deps;
    await sql`update accounts set kind = 'enterprise', email = 'an@example.vn' where id = ${account.id}`;
    await sql`insert into enterprises (account_id, name) values (${account.id}, 'Địa ốc An')`;
    await sql`
      update incident_accounts set added_at = '2026-03-01T01:02:03Z', notified_at = '2026-03-02T01:02:03Z',
        notified_by = 'mail'
      where account_id = ${account.id}`;
    const later = String((await admin.browser.post(`${one.at}/accounts/export`, {})).data['csv']);
    expect(later.split('\r\n')[0]).toBe(
      '\u{FEFF}Mã tài khoản,Họ và tên,Số điện thoại,Email,Cách thêm,Thêm lúc (UTC),Thông báo lúc (UTC),Thông báo bằng',
    );
    expect(later.trim().split('\r\n').at(-1)?.split(',')).toEqual([
      account.id,
      'Địa ốc An',
      formatNational(account.phone),
      'an@example.vn',
      'phone',
      '2026-03-01T01:02:03.000Z',
      '2026-03-02T01:02:03.000Z',
      'mail',
    ]);
    const exports = () => sql`
      select actor_id, details from audit_events
      where kind = 'incident.accounts-exported' and details ->> 'incident' = ${one.id}`;
    const exported = { actorId: admin.id, details: { incident: one.id, rows: 1 } };
    expect(await exports()).toEqual([exported, exported]);
    // Export a later part with a forged cursor.
    const after = Buffer.from('["0"]').toString('base64url');
    const part = await admin.browser.post(`${one.at}/accounts/export`, { after });
    expect(String(part.data['csv']).startsWith(account.id)).toBe(true);
    expect(await exports()).toHaveLength(3);
    const junk = Buffer.from('["x"]').toString('base64url');
    const refused = await admin.browser.post(`${one.at}/accounts/export`, { after: junk });
    expect([refused.code, refused.fields]).toEqual(['VALIDATION_FAILED', { after: fieldReasons.format.vi }]);
  });

  it('has export parts of 5,000 accounts and pages of 20', async () => {
    const one = await opened();
    const { sql } = server.deps;
    await sql`
      insert into accounts (id, kind, referral_code)
      select 'acc_part' || n, 'personal', 'PART' || n from generate_series(1, 5001) n`;
    await sql`
      insert into incident_accounts (incident_id, account_id, how, added_at)
      select ${one.id}, 'acc_part' || n, 'phone', now() from generate_series(1, 5001) n`;
    const { data } = await admin.browser.post(`${one.at}/accounts/export`, {});
    expect(String(data['csv']).trim().split('\r\n')).toHaveLength(5_001);
    const rest = await admin.browser.post(`${one.at}/accounts/export`, { after: data['next'] });
    expect([String(rest.data['csv']).trim().split('\r\n').length, rest.data['next']]).toEqual([1, null]);
    const page = await admin.browser.post(`${one.at}/accounts/search`, {});
    expect(page.data['items']).toHaveLength(20);
  });

  it('V5 counts an erased account without showing or notifying it', async () => {
    const one = await opened();
    const account = await createAccount(server);
    await one.add([account.phone]);
    await server.deps.sql`
      insert into account_deletions (account_id, erase_at) values (${account.id}, now() - interval '1 minute')`;
    expect(await server.deps.modules.privacy.erasure.run()).toBe(1);
    expect(await one.rows()).toMatchObject([{ account: null }]);
    expect(await one.get()).toMatchObject({ affected: { total: 1, waiting: 0 } });
    const { revision } = await one.get();
    const texts = { vi: 'Nội dung', en: 'Text' };
    const notice = await admin.browser.post(`${one.at}/members-notice`, { revision, texts });
    expect(notice.code).toBe('RECORD_CHANGED');
    const { data } = await admin.browser.post(`${one.at}/accounts/search`, { isWaiting: true });
    expect(data['items']).toEqual([]);
  });

  it('is shown page by page', async () => {
    const one = await opened();
    const accounts = await Promise.all(Array.from({ length: 3 }, () => createAccount(server)));
    await one.add(accounts.map(({ phone }) => phone));
    const ids = await one.ids();
    // A later write does not move a row in the list.
    await server.deps.sql`
      update incident_accounts set added_by = added_by where incident_id = ${one.id} and account_id = ${ids[0] ?? ''}`;
    expect(await one.ids()).toEqual(ids);
    const first = (await admin.browser.post(`${one.at}/accounts/search`, { limit: 2 })).data;
    expect(first['items']).toHaveLength(2);
    const rest = await admin.browser.post(`${one.at}/accounts/search`, { limit: 2, after: first['next'] });
    expect(rest.data).toMatchObject({ items: [expect.anything()], next: null });
  });
});
