import { createAccount, createAdmin, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { EnterpriseChange } from '#account/enterprises/enterprise.policy.ts';

let server: TestServer;
let admin: Awaited<ReturnType<typeof createAdmin>>;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  admin = await createAdmin(server);
});
afterAll(() => server.close());

const list = '/vid/api/admin/accounts/search';
const search = (body: object) => admin.browser.post(list, body);
const countOf = async (body: object) =>
  (await admin.browser.post('/vid/api/admin/accounts/count', body)).data;
const idsOf = (data: Record<string, unknown>) =>
  (Array.isArray(data['items']) ? data['items'] : []).map(({ id }: { id: string }) => id);
const found = async (text: string, filters = {}) => idsOf((await search({ search: text, ...filters })).data);

describe('the search for accounts', () => {
  it('finds an account by phone, referral code, id, e-mail address or name', async () => {
    const { id, phone, referralCode } = await createAccount(server, { name: 'Lê Thị Đoan  Trang' });
    await server.deps.accounts.update(server.deps.sql, id, { email: 'Doan.Trang@example.vn' });
    const national = `0${phone.slice(3)}`;
    for (const text of [
      'Lê Thị',
      'le thi doan trang',
      'ĐOAN',
      'trang',
      phone,
      national,
      national.replace(/^(.{4})(.{3})/u, '$1 $2 '),
      `84${phone.slice(3)}`,
      'doan.trang@',
      referralCode.toLowerCase(),
      id,
    ])
      expect([text, await found(text)]).toEqual([text, [id]]);
    expect(await found('oan')).toEqual([]);
  });

  it('finds an enterprise by its name, short name or tax code', async () => {
    const { id } = await createAccount(server, { kind: 'enterprise' });
    const declare = (change: EnterpriseChange) =>
      server.deps.sql.begin((tx) => server.deps.accounts.updateEnterprise(tx, id, change));
    await declare({ name: 'Công ty Địa ốc Sông Thao', shortName: 'STL', taxCode: '0100109106' });
    for (const text of ['song thao', 'stl', '0100109106'])
      expect([text, await found(text)]).toEqual([text, [id]]);
    await declare({ shortName: 'Thao Land' });
    expect([await found('stl'), await found('thao land')]).toEqual([[], [id]]);
  });

  it('lists each match once across pages, even an account with several matches', async () => {
    const ids = [];
    for (const name of ['Xuan Xuan Xa', 'Xuan Bac', 'Ly Xuan', 'Xuan'])
      ids.push((await createAccount(server, { name })).id);
    const pages: unknown[] = [];
    let after: unknown;
    do {
      const { data } = await search({ search: 'xuan', limit: 2, ...(after !== undefined && { after }) });
      pages.push(...idsOf(data));
      expect(data['count']).toBeNull();
      after = data['next'] ?? undefined;
    } while (after !== undefined);
    expect(pages).toHaveLength(4);
    expect(new Set(pages)).toEqual(new Set(ids));
    expect((await search({ search: 'xuan' })).data['count']).toBe(4);
    expect(await countOf({ search: 'xuan' })).toEqual({ count: 4 });
    await server.deps.sql`update accounts set province = '79' where id = ${ids[1] ?? ''}`;
    expect(await countOf({ search: 'xuan', province: '79' })).toEqual({ count: 1 });
    expect(await countOf({ search: 'xuan nobody' })).toEqual({ count: 0 });
  });

  it.each(['%', '_', 'le%', "'; drop table accounts --", '\u{10FFFF}', '<script>'])(
    'M6 treats %s as plain text',
    async (text) => {
      expect(await found(text)).toEqual([]);
    },
  );

  it('M6 rejects NUL and lone surrogates, and treats blank input as no search', async () => {
    for (const text of ['\u0000', '\uD800'])
      expect((await search({ search: text })).code).toBe('VALIDATION_FAILED');
    const blank = await search({ search: ' ' });
    expect(blank.data['count']).toBeGreaterThan(1);
    expect(idsOf(blank.data)).toEqual(idsOf((await search({})).data));
  });
});

describe('the list of accounts', () => {
  it('is filtered, sorted and paged', async () => {
    const own = { kind: 'enterprise', status: 'locked' } as const;
    const accounts = [];
    for (let i = 0; i < 3; i += 1) accounts.push((await createAccount(server, own)).id);
    const { sql } = server.deps;
    await sql`update accounts set province = '79' where id = any(${accounts})`;
    const filters = { ...own, province: '79', role: 'user' };
    const newest = await search({ ...filters, limit: 2 });
    expect([idsOf(newest.data), newest.data['count']]).toEqual([accounts.toReversed().slice(0, 2), 3]);
    const rest = await search({ ...filters, limit: 2, after: newest.data['next'] });
    expect([idsOf(rest.data), rest.data['next']]).toEqual([accounts.slice(0, 1), null]);
    expect(idsOf((await search({ ...filters, sort: 'oldest' })).data)).toEqual(accounts);
    await sql`update accounts set last_sign_in_at = now() + interval '1 hour' where id = ${accounts[1] ?? ''}`;
    expect(idsOf((await search({ ...filters, sort: 'last-sign-in', limit: 1 })).data)).toEqual([accounts[1]]);
    await sql`update accounts set created_at = now() where id = any(${accounts})`;
    const same = accounts.toSorted();
    expect(idsOf((await search({ ...filters, sort: 'oldest' })).data)).toEqual(same);
    expect(idsOf((await search(filters)).data)).toEqual(same.toReversed());
  });

  it('can be filtered by each property of an account', async () => {
    const { sql } = server.deps;
    const name = 'Lọc Riêng';
    const [plain, firm, locked, other, broker, south] = [
      (await createAccount(server, { name })).id,
      (await createAccount(server, { name, kind: 'enterprise' })).id,
      (await createAccount(server, { name, status: 'locked' })).id,
      (await createAccount(server, { name, role: 'admin' })).id,
      (await createAccount(server, { name })).id,
      (await createAccount(server, { name })).id,
    ];
    await sql`update accounts set member_object = 'broker' where id = ${broker}`;
    await sql`update accounts set province = '79' where id = ${south}`;
    const all = [plain, firm, locked, other, broker, south];
    const without = (id: string) => all.filter((one) => one !== id).toSorted();
    for (const [filters, ids] of [
      [{ kind: 'enterprise' }, [firm]],
      [{ kind: 'personal' }, without(firm)],
      [{ status: 'locked' }, [locked]],
      [{ status: 'active' }, without(locked)],
      [{ role: 'admin' }, [other]],
      [{ role: 'user' }, without(other)],
      [{ object: 'broker' }, [broker]],
      [{ province: '79' }, [south]],
    ] as const)
      expect([filters, (await found('loc rieng', filters)).toSorted()]).toEqual([filters, ids]);
    await sql`update accounts set status = 'locked' where id = ${other}`;
  });

  it.each([
    { after: 'abc' },
    { after: Buffer.from('["a"]').toString('base64url') },
    { after: Buffer.from('["a","b","c"]').toString('base64url') },
    { limit: 1_000_000_000 },
    { limit: 0 },
    { sort: 'phone; drop' },
    { status: 'any' },
    { isAdmin: true },
  ])('M6 refuses the query %j', async (body) => {
    expect((await search(body)).code).toBe('VALIDATION_FAILED');
  });
});

describe('the administration of an account', () => {
  it('shows the sessions and credentials, and audits the view', async () => {
    const account = await createAccount(server, { name: 'Phạm Văn Bình' });
    await signIn(new TestBrowser(server.app), account);
    const { sql } = server.deps;
    await sql`
      update accounts set email = 'binh@example.vn', email_confirmed_at = '2026-01-02T00:00:00Z' where id = ${account.id}`;
    await sql`
      insert into account_deletions (account_id, erase_at) values (${account.id}, '2027-01-02T00:00:00Z')`;
    await sql`
      insert into passkeys (id, account_id, credential_id, rp_id, public_key, counter, transports, is_backup_eligible,
        is_backed_up, aaguid, name, confirms_from)
      values (${`psk_${account.id}`}, ${account.id}, ${Buffer.from(account.id)}, 'id.test', '', 0, '{}', false, false, '',
        'x', now())`;
    const { status, data } = await admin.browser.get(`/vid/api/admin/accounts/${account.id}`);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      id: account.id,
      name: 'Phạm Văn Bình',
      phone: account.phone,
      isOwn: false,
      emailConfirmed: true,
      enterprise: null,
      eraseAt: '2027-01-02T00:00:00.000Z',
      referralCode: account.referralCode,
      mustChangePassword: false,
      lock: null,
      identities: [],
      hasPassword: true,
      passkeys: 1,
      twoStepSince: null,
      sessions: [{ address: '127.0.0.1', device: { browser: 'Chrome', isMobile: true } }],
    });
    expect(JSON.stringify(data)).not.toMatch(/hash|token|secret/iu);
    expect(
      await server.deps.sql`
      select actor_id from audit_events where account_id = ${account.id} and kind = 'account.viewed'`,
    ).toEqual([{ actorId: admin.id }]);
    expect((await admin.browser.get('/vid/api/admin/accounts/acc_none')).code).toBe('NOT_FOUND');
    expect((await admin.browser.get(`/vid/api/admin/accounts/${admin.id}`)).data).toMatchObject({
      isOwn: true,
      twoStepSince: expect.any(String),
      emailConfirmed: false,
    });
    const firm = await createAccount(server, { kind: 'enterprise', name: 'Lê An', password: null });
    await sql`update accounts set email = 'an@example.vn' where id = ${firm.id}`;
    await sql`
      update enterprises set name = 'Công ty An', tax_code = '0100109106', verified_at = now() where account_id = ${firm.id}`;
    expect((await admin.browser.get(`/vid/api/admin/accounts/${firm.id}`)).data).toMatchObject({
      name: 'Công ty An',
      emailConfirmed: false,
      hasPassword: false,
      enterprise: { name: 'Công ty An', taxCode: '0100109106', verified: true },
    });
  });

  it('lists the account’s roles by application and role', async () => {
    const { id } = await createAccount(server);
    const { applications, sql } = server.deps;
    for (const [code, name] of [
      ['sorted-b', 'Đất Việt'],
      ['sorted-a', 'Nhà Việt'],
      ['sorted-c', 'An cư'],
    ] as const) {
      await applications.add({ code, name, isFirstParty: true });
      await applications.grant(code, id, 'viewer');
    }
    await applications.grant('sorted-c', id, 'editor');
    await sql`update applications set owner_id = ${id} where code like 'sorted-%'`;
    const { data } = await admin.browser.get(`/vid/api/admin/accounts/${id}`);
    expect(data['permissions']).toMatchObject([
      { application: { name: 'An cư' }, role: 'editor' },
      { application: { name: 'An cư' }, role: 'viewer' },
      { application: { name: 'Đất Việt' } },
      { application: { name: 'Nhà Việt' } },
    ]);
    expect(data['managableApplications']).toMatchObject([
      { code: 'sorted-a' },
      { code: 'sorted-b' },
      { code: 'sorted-c' },
    ]);
  });

  it('locks the account only with a reason', async () => {
    const account = await createAccount(server);
    const member = new TestBrowser(server.app);
    await signIn(member, account);
    const path = `/vid/api/admin/accounts/${account.id}`;
    expect((await admin.browser.post(`${path}/lock`, { reason: '' })).code).toBe('VALIDATION_FAILED');
    expect((await admin.browser.post(`${path}/lock`, { reason: 'reported' })).status).toBe(200);
    expect((await member.get('/vid/ajax/auth/me')).code).toBe('TOKEN_INVALID');
    expect((await admin.browser.get(path)).data).toMatchObject({
      status: 'locked',
      sessions: [],
      lock: { by: { id: admin.id }, reason: 'reported' },
    });
    expect((await admin.browser.post(`${path}/unlock`, { reason: 'a mistake' })).status).toBe(200);
    expect((await admin.browser.get(path)).data['lock']).toBeNull();
    await signIn(member, account);
    expect((await admin.browser.post(`${path}/end-sessions`)).data).toEqual({ ended: 1 });
    expect((await member.get('/vid/ajax/auth/me')).code).toBe('TOKEN_INVALID');
    const rows = await server.deps.sql`
      select kind, actor_id, details from audit_events
      where account_id = ${account.id} and actor_id = ${admin.id} and kind <> 'account.viewed' order by id`;
    expect(rows).toEqual([
      { kind: 'account.locked', actorId: admin.id, details: { reason: 'reported' } },
      { kind: 'account.unlocked', actorId: admin.id, details: { reason: 'a mistake' } },
      { kind: 'session.ended-all', actorId: admin.id, details: { count: 1 } },
    ]);
  });

  it('requires a recent re-authentication for a change', async () => {
    const { id } = await createAccount(server);
    const { sql } = server.deps;
    const stale = await createAdmin(server);
    await sql`update sessions set confirmed_at = now() - interval '6 minutes' where account_id = ${stale.id}`;
    for (const [action, body] of [
      ['lock', { reason: 'x' }],
      ['unlock', { reason: 'x' }],
      ['end-sessions', undefined],
    ] as const) {
      const answer = await stale.browser.post(`/vid/api/admin/accounts/${id}/${action}`, body);
      expect([action, answer.code]).toEqual([action, 'REAUTHENTICATION_REQUIRED']);
    }
  });

  it('M4 leaves one administrator active when two lock each other', async () => {
    const own = await admin.browser.post(`/vid/api/admin/accounts/${admin.id}/lock`, { reason: 'x' });
    expect([own.status, own.code]).toEqual([409, 'OWN_ACCOUNT']);
    const unlocked = await admin.browser.post(`/vid/api/admin/accounts/${admin.id}/unlock`, { reason: 'x' });
    expect(unlocked.code).toBe('OWN_ACCOUNT');
    const { sql } = server.deps;
    await sql`update accounts set role = 'user' where role = 'admin'`;
    const [one, two] = await Promise.all([createAdmin(server), createAdmin(server)]);
    const lock = (by: typeof one, { id }: typeof two) =>
      by.browser.post(`/vid/api/admin/accounts/${id}/lock`, { reason: 'x' });
    await Promise.all([lock(one, two), lock(two, one)]);
    const rows = await sql`select status from accounts where role = 'admin' order by status`;
    expect(rows).toEqual([{ status: 'active' }, { status: 'locked' }]);
    admin = await createAdmin(server);
  });

  it('M7 refuses the account list to an administrator who has lost the role', async () => {
    const former = await createAdmin(server);
    await server.deps.sql`update accounts set role = 'user' where id = ${former.id}`;
    expect((await former.browser.post(list, {})).code).toBe('FORBIDDEN');
  });
});
