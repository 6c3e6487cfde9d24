import { createAccount, createAdmin, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { changeAccounts } from './change-accounts.ts';

let server: TestServer;
let admin: Awaited<ReturnType<typeof createAdmin>>;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await createAdmin(server);
});

const path = '/vid/api/admin/accounts';
const change = (action: string, accountIds: readonly string[], reason = 'Nghi ngờ giả mạo') =>
  admin.browser.post(`${path}/changes`, { action, accountIds, reason });
const exportOf = (body: object) => admin.browser.post(`${path}/export`, body);
const statusOf = async (id: string) =>
  (await server.deps.sql<{ status: string }[]>`select status from accounts where id = ${id}`)[0]?.status;
const sessionsOf = async (id: string) =>
  (await server.deps.sql`select from sessions where account_id = ${id}`).length;
const makeStale = () => server.deps.sql`
  update sessions set confirmed_at = now() - interval '6 minutes' where account_id = ${admin.id}`;

describe('changes to many accounts', () => {
  it('V4 lock each account with the reason in its audit row', async () => {
    const [first, second, locked] = [
      await createAccount(server),
      await createAccount(server),
      await createAccount(server, { status: 'locked' }),
    ];
    await signIn(new TestBrowser(server.app), first);
    const ids = [first.id, 'acc_none', locked.id, admin.id, second.id];
    const { data } = await change('lock', ids);
    expect(data['report']).toEqual([
      { accountId: first.id, outcome: 'done' },
      { accountId: 'acc_none', outcome: 'not-found' },
      { accountId: locked.id, outcome: 'unchanged' },
      { accountId: admin.id, outcome: 'own-account' },
      { accountId: second.id, outcome: 'done' },
    ]);
    expect([await statusOf(first.id), await statusOf(second.id), await statusOf(admin.id)]).toEqual([
      'locked',
      'locked',
      'active',
    ]);
    expect(await sessionsOf(first.id)).toBe(0);
    const events = await server.deps.sql`
      select account_id, actor_id, details from audit_events
      where kind = 'account.locked' and actor_id = ${admin.id} order by id`;
    expect(events).toEqual(
      [first.id, second.id].map((accountId) => ({
        accountId,
        actorId: admin.id,
        details: { reason: 'Nghi ngờ giả mạo' },
      })),
    );
    expect((await change('unlock', [first.id, second.id])).data['report']).toMatchObject([
      { outcome: 'done' },
      { outcome: 'done' },
    ]);
    expect(await statusOf(first.id)).toBe('active');
  });

  it('end a member’s sessions, but not the administrator’s own', async () => {
    const member = await createAccount(server);
    await signIn(new TestBrowser(server.app), member);
    expect((await change('end-sessions', [member.id, admin.id])).data['report']).toEqual([
      { accountId: member.id, outcome: 'done' },
      { accountId: admin.id, outcome: 'own-account' },
    ]);
    expect([await sessionsOf(member.id), await statusOf(member.id)]).toEqual([0, 'active']);
    expect((await admin.browser.post(`${path}/search`, {})).status).toBe(200);
  });

  it('M4 leave one administrator active when two lock each other in parallel', async () => {
    await server.deps.sql`update accounts set role = 'user' where role = 'admin' and id <> ${admin.id}`;
    const machine = { actorId: 'client:test', caller: { address: '', requestId: '' } };
    expect(
      await changeAccounts(
        server.deps.modules.accounts.accountLock,
        { action: 'lock', accountIds: [admin.id] },
        machine,
      ),
    ).toEqual([{ accountId: admin.id, outcome: 'last-admin' }]);
    const other = await createAdmin(server);
    const answers = await Promise.all([
      change('lock', [other.id]),
      other.browser.post(`${path}/changes`, { action: 'lock', accountIds: [admin.id], reason: 'x' }),
    ]);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    const active = await server.deps.sql`select from accounts where role = 'admin' and status = 'active'`;
    expect(active).toHaveLength(1);
  });

  it('require a reason, a recent re-authentication, and 1 to 100 distinct accounts', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => `acc_${index}`);
    for (const answer of [
      await change('lock', []),
      await change('lock', ids),
      await change('lock', ['acc_1', 'acc_1']),
      await change('lock', ['acc_1'], ''),
      await change('erase', ['acc_1']),
    ])
      expect(answer.code).toBe('VALIDATION_FAILED');
    expect((await change('lock', ids.slice(1))).status).toBe(200);
    await makeStale();
    expect((await change('lock', ['acc_1'])).code).toBe('REAUTHENTICATION_REQUIRED');
  });
});

describe('the list of accounts', () => {
  it('V4 is audited once per page and count, without the search text', async () => {
    const { phone } = await createAccount(server, { name: 'Đỗ Tra Cứu' });
    const search = (body: object) => admin.browser.post('/vid/api/admin/accounts/search', body);
    await search({ search: phone, status: 'active', province: '01' });
    const { data } = await search({ kind: 'personal', limit: 1 });
    await search({ kind: 'personal', limit: 1, after: data['next'] });
    await admin.browser.post('/vid/api/admin/accounts/count', { search: phone, role: 'admin' });
    const events = await server.deps.sql`
      select details, account_id from audit_events where kind = 'accounts.searched' and actor_id = ${admin.id}
      order by id`;
    expect(events).toEqual([
      { details: { isSearch: true, status: 'active', province: '01' }, accountId: null },
      { details: { isSearch: false, kind: 'personal' }, accountId: null },
      { details: { isSearch: false, kind: 'personal', page: 'next' }, accountId: null },
      { details: { isSearch: true, role: 'admin', page: 'count' }, accountId: null },
    ]);
  });
});

describe('the CSV file of the account list', () => {
  it('V4 M6 contains no formulas and is audited without the search text', async () => {
    const { id, phone } = await createAccount(server, { name: '=cmd|Hoàng Ánh' });
    await server.deps.sql`
      update accounts set email = 'anh@example.vn', member_object = 'broker', province = '79',
        created_at = '2026-03-01T18:30:00Z', last_sign_in_at = '2026-03-02T18:30:00Z'
      where id = ${id}`;
    await createAccount(server, { name: '=cmd|Hoàng Ánh', status: 'locked' });
    const { data } = await exportOf({ search: '=cmd', status: 'active' });
    const national = `0${phone.slice(3)}`.replace(/^(.{4})(.{3})/u, '$1 $2 ');
    expect(data['next']).toBeNull();
    const [titles, line, ...rest] = String(data['csv']).split('\r\n');
    expect(titles).toMatch(/^\u{FEFF}Họ và tên,Số điện thoại,/u);
    expect(line?.split(',')).toEqual([
      `'=cmd|Hoàng Ánh`,
      national,
      'anh@example.vn',
      'Cá nhân',
      'Đang hoạt động',
      'Hội viên',
      'broker',
      '79',
      '2026-03-02 01:30',
      '2026-03-03',
      id,
    ]);
    expect(rest).toEqual(['']);
    const events = await server.deps.sql`
      select details from audit_events where kind = 'accounts.list-exported' and actor_id = ${admin.id}`;
    expect(events).toEqual([{ details: { rows: 1, isSearch: true, status: 'active' } }]);
  });

  it('repeats neither the header row nor the first account in its second part', async () => {
    const { data: page } = await admin.browser.post(`${path}/search`, { limit: 1 });
    const { data } = await exportOf({ after: page['next'] });
    expect(String(data['csv'])).not.toContain('Họ và tên');
    expect(String(data['csv'])).not.toContain(admin.id);
  });

  it('has parts of 5,000 accounts, newest first', async () => {
    const { sql } = server.deps;
    await sql`
      insert into accounts (id, kind, referral_code, province, created_at, last_sign_in_at)
      select 'acc_part' || 10000 + n, 'personal', 'PART' || n, 'part', now() + n * interval '1 second',
        now() - n * interval '1 second'
      from generate_series(1, 5001) n`;
    const filters = { province: 'part', sort: 'last-sign-in' };
    const { data } = await exportOf(filters);
    const lines = String(data['csv']).trim().split('\r\n');
    expect([lines.length, lines[1]?.split(',').at(-1)]).toEqual([5_001, 'acc_part15001']);
    const rest = (await exportOf({ ...filters, after: data['next'] })).data;
    expect([rest['csv'], rest['next']]).toEqual([expect.stringContaining('acc_part10001'), null]);
    const { data: page } = await admin.browser.post(`${path}/search`, { province: 'part' });
    expect([Object(page['items']).length, page['count']]).toEqual([20, 5_001]);
  });

  it('requires a recent re-authentication', async () => {
    await makeStale();
    expect((await exportOf({})).code).toBe('REAUTHENTICATION_REQUIRED');
  });
});
