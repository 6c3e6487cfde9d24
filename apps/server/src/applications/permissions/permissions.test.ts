import { fieldReasons } from '@vid/contract/field-reasons';
import { createAccount, signIn } from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import { TestBrowser } from '@vid/testkit/browser';
import { freshPhone } from '@vid/testkit/flows';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { maxRoles } from '@vid/contract/limits';
import { recordEvents, type EventsOf } from '#platform/webhooks/testing/recorded-events.ts';
import { createApplicationRepo } from '#applications/application/application.repo.ts';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

let server: TestServer;
let eventsOf: EventsOf;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  eventsOf = await recordEvents(server.deps.sql);
});
afterAll(() => server.close());

function fieldOf(list: unknown, name: string): string[] {
  return Array.isArray(list) ? list.map((entry: Record<string, unknown>) => String(entry[name])) : [];
}

async function managed(access: 'open' | 'restricted' = 'restricted') {
  const browser = new TestBrowser(server.app);
  const account = await createAccount(server, { name: 'Trần Quản Lý' });
  await signIn(browser, account);
  const app = await createApplication(server, { ownerId: account.id, access });
  const url = `/vid/api/apps/${app.id}`;
  for (const code of ['reader', 'editor'])
    await browser.post(`${url}/roles`, { code, name: code, description: '', isDefault: false });
  const add = (phones: readonly string[], role = 'reader') =>
    browser.post(`${url}/permissions`, { role, phones });
  const search = async (query: object = {}) => (await browser.post(`${url}/permissions/search`, query)).data;
  const rolesOf = (accountId: string) => createApplicationRepo(server.deps.sql).findRoles(accountId, app.id);
  return { browser, account, app, url, add, search, rolesOf };
}

it('a manager adds people by phone and sees each line’s result', async () => {
  const { add, search } = await managed();
  const known = await createAccount(server, { name: 'Đỗ Thị Ánh' });
  const locked = await createAccount(server, { status: 'locked' });
  const reassigned = await createAccount(server);
  await server.deps.sql`
    update accounts set last_sign_in_at = now() - interval '181 days' where id = ${reassigned.id}`;
  const phones = [
    known.phone,
    `0${known.phone.slice(3)}`,
    'abc',
    freshPhone(),
    locked.phone,
    reassigned.phone,
  ];
  const outcomes = async () => fieldOf((await add(phones)).data['report'], 'outcome');
  const none = ['no-account', 'no-account', 'no-account'];
  expect(await outcomes()).toEqual(['added', 'already', 'invalid', ...none]);
  expect(await outcomes()).toEqual(['already', 'already', 'invalid', ...none]);
  expect(await search({ search: 'do thi anh' })).toMatchObject({
    count: 1,
    items: [{ name: 'Đỗ Thị Ánh', phone: known.phone, role: 'reader', createdBy: 'Trần Quản Lý' }],
  });
  const local = `0${known.phone.slice(3)}`;
  for (const typed of [
    `${local.slice(0, 4)} ${local.slice(4, 7)} ${local.slice(7)}`,
    `ĐT: ${known.phone.slice(0, 3)} ${local.slice(1)} (Zalo)`,
    `${local.slice(-6, -3)} ${local.slice(-3)}`,
  ])
    expect([typed, (await search({ search: typed }))['items']]).toMatchObject([
      typed,
      [{ phone: known.phone }],
    ]);
  for (const query of [{ search: known.phone }, { sort: 'name' }, { role: 'reader', status: 'active' }])
    expect((await search(query))['items']).toHaveLength(1);
  expect((await search({ status: 'locked' }))['items']).toEqual([]);
});

it('a manager’s limit on phone lists is separate from the owner’s', async () => {
  const {
    browser: owner,
    account: { id: ownerId },
    app,
    url,
    add,
  } = await managed();
  const manager = new TestBrowser(server.app);
  const account = await createAccount(server);
  await signIn(manager, account);
  expect((await owner.post(`${url}/managers`, { phone: account.phone })).status).toBe(200);
  await server.deps.sql`
    insert into counters (key, points, expires_at)
    values (${`permission-lists:${app.id}`}, 9, now() + interval '10 minutes')`;
  const list = { role: 'reader', phones: [freshPhone(), freshPhone()] };
  const one = { role: 'reader', phones: [freshPhone()] };
  const codes = [];
  for (const body of [list, list, one]) codes.push((await manager.post(`${url}/permissions`, body)).code);
  expect(codes).toEqual([undefined, 'RATE_LIMITED', undefined]);
  for (let count = 0; count < 10; count += 1) expect((await add(list.phones)).status).toBe(200);
  expect((await add(list.phones)).code).toBe('RATE_LIMITED');
  const [counter] = await server.deps.sql<{ minutes: number }[]>`
    select round(extract(epoch from expires_at - now()) / 60)::int as minutes from counters
    where key = ${`permission-lists:${app.id}:${ownerId}`}`;
  expect(counter?.minutes).toBeGreaterThan(50);
  // The owner’s other application has its own limit.
  const other = await createApplication(server, { ownerId });
  await owner.post(`/vid/api/apps/${other.id}/roles`, {
    code: 'reader',
    name: 'x',
    description: '',
    isDefault: false,
  });
  expect((await owner.post(`/vid/api/apps/${other.id}/permissions`, list)).status).toBe(200);
});

it('a phone is added once when several calls add it in parallel', async () => {
  const { add, search } = await managed();
  const { phone } = await createAccount(server);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => add([phone], index % 2 ? 'reader' : 'editor')),
  );
  const outcomes = answers.flatMap(({ data }) => fieldOf(data['report'], 'outcome'));
  expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(1);
  expect((await search())['items']).toHaveLength(1);
});

it('A11 role changes, locks and removals apply immediately, even in an open application', async () => {
  const { browser, url, app, add, search, rolesOf } = await managed('open');
  const member = await createAccount(server);
  await add([member.phone]);
  const ids = fieldOf((await search())['items'], 'id');
  expect(await rolesOf(member.id)).toEqual(['reader']);
  await browser.post(`${url}/permissions/set-role`, { ids, role: 'editor' });
  expect(await rolesOf(member.id)).toEqual(['editor']);
  const recorded = async () =>
    (
      await server.deps
        .sql`select from right_changes where application_id = ${app.id} and target = ${member.id}`
    ).count;
  await server.deps.sql`delete from right_changes where application_id = ${app.id}`;
  expect((await browser.post(`${url}/permissions/lock`, { ids })).data).toEqual({ changed: 1 });
  expect((await browser.post(`${url}/permissions/lock`, { ids })).data).toEqual({ changed: 0 });
  expect(await rolesOf(member.id)).toBeNull();
  expect(fieldOf((await add([member.phone])).data['report'], 'outcome')).toEqual(['locked']);
  expect(await server.deps.applications.grant(app.code, member.id, 'editor')).toBe(false);
  expect(await rolesOf(member.id)).toBeNull();
  // A lock and a refused grant give no right, so a return of the manager’s account has nothing to undo.
  expect(await recorded()).toBe(0);
  await browser.post(`${url}/permissions/unlock`, { ids });
  expect(await recorded()).toBe(1);
  expect((await browser.post(`${url}/permissions/remove`, { ids })).data).toEqual({ changed: 1 });
  expect((await search())['items']).toEqual([]);
  const [, ...events] = await eventsOf(member.id);
  const change = { sub: member.id, application: app.code, permissionId: ids[0] };
  expect(events).toMatchObject([
    ['permission.changed', { ...change, change: 'added', role: 'reader' }],
    ['permission.changed', { ...change, change: 'role', role: 'editor', previousRole: 'reader' }],
    ['permission.changed', { ...change, change: 'locked', role: 'editor' }],
    ['permission.changed', { ...change, change: 'unlocked', role: 'editor' }],
    ['permission.changed', { ...change, change: 'removed', role: 'editor' }],
  ]);
  expect(await rolesOf(member.id)).toEqual([]);
  await browser.call('PUT', `${url}/roles/reader`, { name: 'Đọc', description: '', isDefault: true });
  expect(await rolesOf(member.id)).toEqual(['reader']);
});

it('an account selected through two permissions gets a role once', async () => {
  const { browser, url, app, add, search, rolesOf } = await managed();
  const [member, other] = [await createAccount(server), await createAccount(server)];
  await add([member.phone, other.phone]);
  await server.deps.applications.grant(app.code, member.id, 'editor');
  await browser.post(`${url}/roles`, { code: 'author', name: 'author', description: '', isDefault: false });
  const ids = fieldOf((await search())['items'], 'id');
  const setRole = async () =>
    (await browser.post(`${url}/permissions/set-role`, { ids, role: 'author' })).data;
  expect(await setRole()).toEqual({ changed: 2 });
  expect(await rolesOf(member.id)).toContain('author');
  expect(await rolesOf(member.id)).toHaveLength(2);
  expect(await rolesOf(other.id)).toEqual(['author']);
  expect(await setRole()).toEqual({ changed: 0 });
});

it('a manager cannot remove a role while the operator grants it', async () => {
  const { browser, url, app, rolesOf } = await managed();
  const member = await createAccount(server);
  const { started } = await server.deps.sql.begin(async (tx) => {
    // Make the operator's statement wait at its foreign key, after it has read the role.
    await tx`select from accounts where id = ${member.id} for update`;
    const granted = server.deps.applications.grant(app.code, member.id, 'editor');
    await waitForLockWaits(server, 1);
    const removed = browser.post(`${url}/roles/editor/remove`, {});
    await waitForLockWaits(server, 2);
    return { started: Promise.all([granted, removed]) };
  });
  const [isGranted, removal] = await started;
  expect([isGranted, removal.code]).toEqual([true, 'ROLE_IN_USE']);
  expect(await rolesOf(member.id)).toEqual(['editor']);
});

it('M2 a manager finds and changes no permission of another application', async () => {
  const [own, other] = [await managed(), await managed()];
  const [mine, theirs] = [await createAccount(server), await createAccount(server)];
  await own.add([mine.phone]);
  await other.add([theirs.phone]);
  const idOf = async (app: typeof own) => fieldOf((await app.search())['items'], 'id')[0] ?? '';
  const [mineId, theirId] = [await idOf(own), await idOf(other)];
  expect((await own.browser.get(`${own.url}/permissions/${theirId}`)).code).toBe('NOT_FOUND');
  for (const [action, more] of [
    ['lock', {}],
    ['remove', {}],
    ['set-role', { role: 'editor' }],
  ] as const) {
    const answer = await own.browser.post(`${own.url}/permissions/${action}`, {
      ids: [mineId, theirId],
      ...more,
    });
    expect(answer.code).toBe('NOT_FOUND');
  }
  expect((await own.search())['items']).toMatchObject([{ role: 'reader', status: 'active' }]);
  expect((await other.search())['items']).toMatchObject([{ role: 'reader', status: 'active' }]);
});

it('a manager filters people by creation day in Vietnam', async () => {
  const { add, search, app } = await managed();
  const people = [await createAccount(server, { name: 'Ánh' }), await createAccount(server, { name: 'Đức' })];
  await add(people.map(({ phone }) => phone));
  const { sql } = server.deps;
  // 23:30 on the 9th in UTC is on the 10th in Vietnam.
  await sql`
    update permissions set created_at = '2026-03-09T23:30:00Z'
    where application_id = ${app.id} and account_id = ${people[0]?.id ?? ''}`;
  const names = async (query: object) => fieldOf((await search(query))['items'], 'name');
  expect(await names({ from: '2026-03-10', to: '2026-03-10' })).toEqual(['Ánh']);
  expect(await names({ to: '2026-03-09' })).toEqual([]);
  expect(await names({ from: '2026-03-11' })).toEqual(['Đức']);
  expect(await names({ sort: 'name' })).toEqual(['Ánh', 'Đức']);
  expect(await names({ sort: 'name-desc' })).toEqual(['Đức', 'Ánh']);
  const first = await search({ sort: 'name-desc', limit: 1 });
  expect(await names({ sort: 'name-desc', limit: 1, after: first['next'] })).toEqual(['Ánh']);
});

it('a manager filters people by the account that added them', async () => {
  const { browser, account, url, app, add, search } = await managed();
  const creators = async () => (await browser.get(`${url}/permissions/creators`)).data;
  expect(await creators()).toEqual([]);
  const people = [await createAccount(server, { name: 'Ánh' }), await createAccount(server, { name: 'Đức' })];
  await add(people.map(({ phone }) => phone));
  const manager = { id: account.id, name: 'Trần Quản Lý' };
  expect(await creators()).toEqual([manager]);
  await server.deps.applications.grant(app.code, people[1]?.id ?? '', 'editor');
  expect(await creators()).toEqual([manager, { id: 'none', name: null }]);
  const others = [];
  for (const [index, name] of ['Ân Quản Lý', 'Bảo Quản Lý'].entries()) {
    const { id } = await createAccount(server, { name });
    others.push({ id, name });
    await server.deps.sql`
      update permissions set created_by = ${id}
      where application_id = ${app.id} and account_id = ${people[index]?.id ?? ''} and created_by is not null`;
  }
  await add([(await createAccount(server)).phone]);
  expect(await creators()).toEqual([...others, manager, { id: 'none', name: null }]);
  await server.deps.sql`
    delete from permissions where application_id = ${app.id} and created_by = ${account.id}`;
  await server.deps.sql`
    update permissions set created_by = ${account.id}
    where application_id = ${app.id} and created_by = any(${others.map(({ id }) => id)})`;
  const found = async (createdBy: string) => await search({ createdBy });
  expect(await found('none')).toMatchObject({ count: 1, items: [{ name: 'Đức', role: 'editor' }] });
  expect((await found(account.id))['count']).toBe(2);
  expect(await search({ createdBy: 'none', search: 'anh' })).toMatchObject({ items: [] });
});

it('a manager sees a permission’s history and its person’s last use', async () => {
  const { browser, url, add, search, app } = await managed();
  const member = await createAccount(server, { name: 'Lê Thị Hoa' });
  await add([member.phone]);
  const [id = ''] = fieldOf((await search())['items'], 'id');
  await browser.post(`${url}/permissions/set-role`, { ids: [id], role: 'editor' });
  await browser.post(`${url}/permissions/lock`, { ids: [id] });
  const other = await managed();
  expect(fieldOf((await other.add([member.phone])).data['report'], 'outcome')).toEqual(['added']);
  await server.deps.sql`
    insert into application_uses (account_id, application_id, scopes, last_used_at)
    values (${member.id}, ${app.id}, '{openid}', '2026-03-09T02:00:00Z'),
      (${member.id}, ${other.app.id}, '{openid}', '2026-01-01T02:00:00Z')`;
  expect((await browser.get(`${url}/permissions/${id}`)).data).toMatchObject({
    name: 'Lê Thị Hoa',
    status: 'locked',
    lastUsedAt: '2026-03-09T02:00:00.000Z',
    history: [
      { kind: 'locked', by: 'Trần Quản Lý', role: 'editor' },
      { kind: 'changed', by: 'Trần Quản Lý', role: 'editor' },
      { kind: 'added', by: 'Trần Quản Lý', role: 'reader' },
    ],
  });
  await server.deps.sql`
    insert into audit_events (kind, account_id, address, request_id, details)
    select 'permission.locked', ${member.id}, '', '', jsonb_build_object('applicationId', ${app.id}::text)
    from generate_series(1, 50)`;
  expect((await browser.get(`${url}/permissions/${id}`)).data['history']).toHaveLength(50);
});

it('exporting people and opening the application to everyone require re-authentication', async () => {
  const { browser, account, url } = await managed();
  await server.deps.sql`
    update sessions set authenticated_at = now() - interval '6 minutes', confirmed_at = null
    where account_id = ${account.id}`;
  const answers = [
    await browser.post(`${url}/permissions/export`, {}),
    await browser.call('PUT', `${url}/access`, { access: 'open' }),
  ];
  expect(answers.map(({ code }) => code)).toEqual(Array(2).fill('REAUTHENTICATION_REQUIRED'));
  expect((await browser.get(url)).data['access']).toBe('restricted');
});

it('M6 a search for people matches % and _ literally', async () => {
  const { add, search } = await managed();
  const odd = await createAccount(server, { name: '100%_chắc' });
  const plain = await createAccount(server, { name: '100 chắc' });
  await add([odd.phone, plain.phone]);
  const names = async (text: string) => fieldOf((await search({ search: text }))['items'], 'name');
  expect(await names('%')).toEqual([]);
  expect(await names('_')).toEqual([]);
  expect(await names('100%_')).toEqual(['100%_chắc']);
});

it('M3 M6 a search for people with undeclared or invalid fields is rejected', async () => {
  const { browser, url } = await managed();
  for (const body of [
    { applicationId: 'x' },
    { after: 'Zm9yZ2Vk' },
    { limit: 1_000_000_000 },
    { sort: 'avatar' },
    { sort: 'role', after: Buffer.from('["x","y"]').toString('base64url') },
    { from: '0000-01-01' },
    { to: '2026-02-30' },
    { from: '10/03/2026' },
    { sort: 'name', after: Buffer.from('[1,2]').toString('base64url') },
    { after: Buffer.from('["x","y"]').toString('base64url') },
  ])
    expect((await browser.post(`${url}/permissions/search`, body)).code).toBe('VALIDATION_FAILED');
});

it('the CSV file of people contains times in Vietnam’s time zone', async () => {
  const { browser, url, add, app } = await managed();
  const member = await createAccount(server);
  await add([member.phone]);
  await server.deps.sql`
    update permissions set created_at = '2026-03-09T23:30:00Z' where application_id = ${app.id}`;
  await browser.call('PUT', `${url}/roles/reader`, { name: 'Người đọc', description: '', isDefault: false });
  const csv = String((await browser.post(`${url}/permissions/export`, {})).data['csv']);
  const local = `0${member.phone.slice(3)}`;
  expect(csv).toBe(
    '\uFEFFHọ và tên,Số điện thoại,Email,Mã vai trò,Vai trò,Trạng thái,Người thêm,Ngày thêm (giờ Việt Nam)\r\n' +
      `,${local.slice(0, 4)} ${local.slice(4, 7)} ${local.slice(7)},,reader,Người đọc,Đang hoạt động,Trần Quản Lý,2026-03-10 06:30\r\n`,
  );
});

it('V4 each part of the CSV file of people is audited', async () => {
  const { browser, account, app, url, add } = await managed();
  const members = await Promise.all(Array.from({ length: 2 }, () => createAccount(server)));
  await add(members.map(({ phone }) => phone));
  const after = Buffer.from(JSON.stringify([Date.UTC(2100, 0) * 1_000, 'z'])).toString('base64url');
  for (const query of [{}, { after }]) {
    const { csv } = (await browser.post(`${url}/permissions/export`, query)).data;
    expect(String(csv).split('\r\n')).toHaveLength('after' in query ? 3 : 4);
  }
  const events = await server.deps.sql`
    select actor_id, account_id, details from audit_events
    where kind = 'permissions.exported' and details ->> 'applicationId' = ${app.id}`;
  const event = {
    actorId: account.id,
    accountId: account.id,
    details: { applicationId: app.id, rows: 2 },
  };
  expect(events).toEqual([event, event]);
});

it('M6 the CSV file of people contains no formulas', async () => {
  const { browser, url, add } = await managed();
  const member = await createAccount(server, { name: '=HYPERLINK("http://evil.test")' });
  await add([member.phone]);
  const csv = String((await browser.post(`${url}/permissions/export`, {})).data['csv']);
  expect(csv).toContain(`"'=HYPERLINK(""http://evil.test"")"`);
  expect(csv).not.toMatch(/(?:^|,)"?=/mu);
});

it('a role in use can be removed only with a replacement', async () => {
  const { browser, url, add, rolesOf } = await managed();
  const member = await createAccount(server);
  await add([member.phone]);
  const remove = (body: object) => browser.post(`${url}/roles/reader/remove`, body);
  expect((await remove({})).code).toBe('ROLE_IN_USE');
  expect((await remove({ moveTo: 'reader' })).code).toBe('ROLE_NOT_FOUND');
  expect((await remove({ moveTo: 'editor' })).data).toEqual({ moved: 1 });
  expect(await rolesOf(member.id)).toEqual(['editor']);
});

it('A11 a permission stays locked when its role is removed', async () => {
  const { browser, account, app, url, add, rolesOf } = await managed();
  const [reader, locked, both, editor] = [
    await createAccount(server),
    await createAccount(server),
    await createAccount(server),
    await createAccount(server),
  ];
  await add([reader.phone, locked.phone, both.phone]);
  await add([editor.phone], 'editor');
  for (const { id } of [locked, both]) await server.deps.applications.grant(app.code, id, 'editor');
  const { sql } = server.deps;
  await sql`
    update permissions set status = 'locked'
    where application_id = ${app.id} and account_id = ${locked.id} and role = 'reader'`;
  expect(await rolesOf(locked.id)).toBeNull();
  expect(fieldOf((await add([locked.phone])).data['report'], 'outcome')).toEqual(['locked']);
  const removed = await browser.post(`${url}/roles/reader/remove`, { moveTo: 'editor' });
  expect(removed.data).toEqual({ moved: 3 });
  expect(await rolesOf(locked.id)).toBeNull();
  for (const { id } of [reader, both, editor]) expect(await rolesOf(id)).toEqual(['editor']);
  const events = await sql`
    select account_id, actor_id, details from audit_events
    where kind = 'permission.changed' and details ->> 'applicationId' = ${app.id} order by account_id`;
  const details = { applicationId: app.id, role: 'editor' };
  expect(events).toEqual(
    [reader, locked, both]
      .map(({ id }) => ({ accountId: id, actorId: account.id, details }))
      .toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1)),
  );
});

const roleOf = (code: string, change: object = {}) => ({
  code,
  name: code,
  description: '',
  isDefault: false,
  ...change,
});

it('an application’s roles are listed by age with their numbers of people', async () => {
  const [own, other] = [await managed('open'), await managed('open')];
  const [reader, both] = [await createAccount(server), await createAccount(server)];
  await own.add([reader.phone, both.phone]);
  await other.add([both.phone]);
  const add = (code: string, { url, browser } = own) =>
    browser.post(`${url}/roles`, roleOf(code, { isDefault: true }));
  for (const code of ['zeta', 'alpha']) expect((await add(code)).status).toBe(200);
  await add('zeta', other);
  const list = async ({ browser, url } = own) =>
    (await browser.get(`${url}/roles`)).raw
      .json<{ data: { code: string; people: number; isDefault: boolean }[] }>()
      .data.map(({ code, people, isDefault }) => [code, people, isDefault]);
  expect(await list()).toEqual([
    ['reader', 2, false],
    ['editor', 0, false],
    ['zeta', 0, false],
    ['alpha', 0, true],
  ]);
  const texts = { name: 'Z', description: 'Cũ nhất', isDefault: true };
  expect((await own.browser.call('PUT', `${own.url}/roles/zeta`, texts)).status).toBe(200);
  expect((await list()).slice(2)).toEqual([
    ['zeta', 0, true],
    ['alpha', 0, false],
  ]);
  await own.browser.call('PUT', `${own.url}/roles/zeta`, { ...texts, isDefault: false });
  expect((await list(other)).at(-1)).toEqual(['zeta', 0, true]);
  // Permissions of another application do not count for this application's role `reader`.
  await own.browser.post(`${own.url}/permissions/remove`, {
    ids: fieldOf((await own.search())['items'], 'id'),
  });
  expect((await own.browser.post(`${own.url}/roles/reader/remove`, {})).data).toEqual({ moved: 0 });
  expect((await list(other))[0]).toEqual(['reader', 1, false]);
  const details = { applicationId: own.app.id };
  const event = { actorId: own.account.id, accountId: own.account.id };
  const events = await server.deps.sql`
    select kind, actor_id, account_id, details from audit_events
    where kind like 'role.%' and details ->> 'applicationId' = ${own.app.id} order by id`;
  expect(events.slice(2)).toEqual([
    { ...event, kind: 'role.added', details: { ...details, role: 'zeta' } },
    { ...event, kind: 'role.added', details: { ...details, role: 'alpha' } },
    { ...event, kind: 'role.changed', details: { ...details, role: 'zeta' } },
    { ...event, kind: 'role.changed', details: { ...details, role: 'zeta' } },
    { ...event, kind: 'role.removed', details: { ...details, role: 'reader' } },
  ]);
});

it('a role is refused for a taken code or invalid texts', async () => {
  const [{ browser, url, app }, other] = [await managed(), await managed()];
  const add = async (body: object) => {
    const { code, fields } = await browser.post(`${url}/roles`, body);
    return [code, fields];
  };
  expect((await add(roleOf('reader')))[0]).toBe('ROLE_EXISTS');
  expect(await add(roleOf('new', { name: ' ' }))).toEqual([
    'VALIDATION_FAILED',
    { name: fieldReasons.required.vi },
  ]);
  expect(await add(roleOf('new', { name: 'a\u202E' }))).toEqual([
    'VALIDATION_FAILED',
    { name: fieldReasons.characters.vi },
  ]);
  expect(await add(roleOf('new', { description: 'x'.repeat(201) }))).toEqual([
    'VALIDATION_FAILED',
    { description: fieldReasons.tooLong.vi },
  ]);
  const texts = { name: 'x', description: 'x'.repeat(200), isDefault: false };
  expect((await browser.call('PUT', `${url}/roles/reader`, texts)).status).toBe(200);
  await other.browser.post(`${other.url}/roles`, roleOf('theirs'));
  expect((await browser.call('PUT', `${url}/roles/theirs`, texts)).code).toBe('NOT_FOUND');
  expect((await browser.post(`${url}/roles/theirs/remove`, {})).code).toBe('NOT_FOUND');
  const phones = [(await createAccount(server)).phone];
  const unknown = await browser.post(`${url}/permissions`, { role: 'theirs', phones });
  expect(unknown.code).toBe('ROLE_NOT_FOUND');
  await server.deps.sql`
    insert into application_roles (application_id, code, name)
    select ${app.id}, 'role' || n, 'x' from generate_series(4, ${maxRoles}::int) n`;
  expect((await add(roleOf('last')))[0]).toBeUndefined();
  expect((await add(roleOf('more')))[0]).toBe('ROLE_LIMIT');
  expect((await other.browser.post(`${other.url}/roles`, roleOf('more'))).status).toBe(200);
});

const publishedFor = async ({ id }: { id: string }, count = 0) =>
  (await eventsOf(id)).slice(count).map(([, data]) => data);

it('removing a role moves only people of its own application', async () => {
  const [own, other] = [await managed(), await managed()];
  const [moved, merged] = [await createAccount(server), await createAccount(server)];
  await own.add([moved.phone, merged.phone]);
  await other.add([moved.phone], 'editor');
  await other.add([merged.phone]);
  for (const { app } of [own, other]) await server.deps.applications.grant(app.code, merged.id, 'editor');
  await server.deps.sql`
    update permissions set status = 'locked'
    where application_id = ${own.app.id} and account_id = ${merged.id} and role = 'reader'`;
  const counts = await Promise.all([moved, merged].map(async ({ id }) => (await eventsOf(id)).length));
  const removed = await own.browser.post(`${own.url}/roles/reader/remove`, { moveTo: 'editor' });
  expect(removed.data).toEqual({ moved: 2 });
  expect(await publishedFor(moved, counts[0])).toMatchObject([
    { change: 'role', role: 'editor', previousRole: 'reader', application: own.app.code },
  ]);
  const published = await publishedFor(merged, counts[1]);
  expect(published).toHaveLength(2);
  expect(published).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ change: 'removed', role: 'reader' }),
      expect.objectContaining({ change: 'locked', role: 'editor' }),
    ]),
  );
  expect(await other.rolesOf(moved.id)).toEqual(['editor']);
  expect(await other.rolesOf(merged.id)).toEqual(['editor', 'reader']);
  const [event] = await server.deps.sql`
    select details from audit_events where kind = 'role.removed' and details ->> 'applicationId' = ${own.app.id}`;
  expect(event).toEqual({ details: { applicationId: own.app.id, role: 'reader', moveTo: 'editor' } });
});

it('a manager sees role names of the managed application only', async () => {
  const [own, other] = [await managed(), await managed()];
  const people = await Promise.all(Array.from({ length: 21 }, () => createAccount(server)));
  await own.add(people.map(({ phone }) => phone));
  await other.add(
    people.slice(0, 1).map(({ phone }) => phone),
    'editor',
  );
  await other.browser.call(
    'PUT',
    `${other.url}/roles/editor`,
    roleOf('editor', { name: 'Của ứng dụng khác' }),
  );
  await own.browser.call('PUT', `${own.url}/roles/editor`, {
    name: 'Biên tập viên',
    description: '',
    isDefault: false,
  });
  const found = await own.search();
  expect(found).toMatchObject({ count: 21, next: expect.any(String) });
  expect(found['items']).toHaveLength(20);
  const ids = fieldOf((await own.search({ limit: 100 }))['items'], 'id');
  const setRole = (role: string) => own.browser.post(`${own.url}/permissions/set-role`, { ids, role });
  expect((await setRole('none')).code).toBe('ROLE_NOT_FOUND');
  expect((await setRole('editor')).data).toEqual({ changed: 21 });
  expect((await own.search({ limit: 1 }))['items']).toMatchObject([{ roleName: 'Biên tập viên' }]);
  await server.deps
    .sql`delete from application_roles where application_id = ${own.app.id} and code = 'editor'`;
  expect((await own.search({ limit: 1 }))['items']).toMatchObject([{ roleName: 'editor' }]);
  const count = (filters: object) => own.browser.post(`${own.url}/permissions/count`, filters);
  expect((await count({ role: 'editor' })).data).toEqual({ count: 21 });
  expect((await count({ role: 'reader' })).data).toEqual({ count: 0 });
});

it('a search for people over two pages has no count', async () => {
  const { add, search } = await managed();
  const people = await Promise.all(
    ['Một', 'Hai'].map((name) => createAccount(server, { name: `Tìm ${name}` })),
  );
  await add(people.map(({ phone }) => phone));
  const first = await search({ search: 'tim', limit: 1 });
  expect(first).toMatchObject({ count: null, items: [{ name: 'Tìm Hai' }] });
  expect(await search({ search: 'tim', limit: 1, after: first['next'] })).toMatchObject({
    count: null,
    next: null,
    items: [{ name: 'Tìm Một' }],
  });
});

it('the operator’s grants and withdrawals of roles are audited and published', async () => {
  const { app, rolesOf } = await managed();
  const member = await createAccount(server);
  const { applications, sql } = server.deps;
  const grant = (code: string) => applications.grant(app.code, member.id, code);
  await expect(grant('a'.repeat(42))).rejects.toThrow('lower-case word');
  expect([await grant('a'.repeat(41)), await grant('editor'), await grant('editor')]).toEqual([
    true,
    true,
    true,
  ]);
  expect(await applications.withdraw(app.code, member.id, 'editor')).toBe(1);
  expect(await rolesOf(member.id)).toEqual(['a'.repeat(41)]);
  await grant('viewer');
  expect(await applications.withdraw(app.code, member.id)).toBe(2);
  expect(await applications.withdraw(app.code, member.id)).toBe(0);
  const events = await sql`
    select kind, actor_id, address, details from audit_events
    where account_id = ${member.id} and kind like 'permission.%' order by id`;
  const event = (kind: string, code?: string) => ({
    kind: `permission.${kind}`,
    actorId: null,
    address: 'local',
    details: { applicationId: app.id, ...(code !== undefined && { role: code }) },
  });
  expect(events).toEqual([
    event('added', 'a'.repeat(41)),
    event('added', 'editor'),
    event('added', 'editor'),
    event('removed', 'editor'),
    event('added', 'viewer'),
    event('removed'),
  ]);
  const published = (await eventsOf(member.id)).slice(1).map(([, data]) => data);
  expect(published).toMatchObject([
    { change: 'added', role: 'a'.repeat(41) },
    { change: 'added', role: 'editor' },
    { change: 'removed', role: 'editor' },
    { change: 'added', role: 'viewer' },
    { change: 'removed' },
    { change: 'removed' },
  ]);
  const removed = published.slice(4).map((data) => String(Object(data)['role']));
  expect(removed.toSorted()).toEqual(['a'.repeat(41), 'viewer']);
});

it('opening an application to everyone and restricting it again are audited', async () => {
  const { browser, url, app, account } = await managed();
  for (const access of ['open', 'restricted'])
    expect((await browser.call('PUT', `${url}/access`, { access })).status).toBe(200);
  const events = await server.deps.sql`
    select kind, actor_id, details from audit_events
    where kind in ('application.opened', 'application.restricted') and details ->> 'applicationId' = ${app.id} order by id`;
  const event = { actorId: account.id, details: { applicationId: app.id } };
  expect(events).toEqual([
    { kind: 'application.opened', ...event },
    { kind: 'application.restricted', ...event },
  ]);
});
