import { createAccount, signIn } from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import { TestBrowser } from '@vid/testkit/browser';
import { freshPhone } from '@vid/testkit/flows';
import { waitForLockWaits } from '@vid/testkit/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { createApplicationRepo } from '#applications/application/application.repo.ts';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
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

it('a manager adds people by phone, and sees a result for each line', async () => {
  const { add, search } = await managed();
  const known = await createAccount(server, { name: 'Đỗ Thị Ánh' });
  const locked = await createAccount(server, { status: 'locked' });
  const phones = [known.phone, `0${known.phone.slice(3)}`, 'abc', freshPhone(), locked.phone];
  const outcomes = async () => fieldOf((await add(phones)).data['report'], 'outcome');
  expect(await outcomes()).toEqual(['added', 'already', 'invalid', 'no-account', 'no-account']);
  expect(await outcomes()).toEqual(['already', 'already', 'invalid', 'no-account', 'no-account']);
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

it('managers share an hourly limit of lists, separate from the owner’s limit', async () => {
  const { browser: owner, app, url, add } = await managed();
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
});

it('a phone is added once when two managers add it in parallel', async () => {
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
  const { browser, url, add, search, rolesOf } = await managed('open');
  const member = await createAccount(server);
  await add([member.phone]);
  const ids = fieldOf((await search())['items'], 'id');
  expect(await rolesOf(member.id)).toEqual(['reader']);
  await browser.post(`${url}/permissions/set-role`, { ids, role: 'editor' });
  expect(await rolesOf(member.id)).toEqual(['editor']);
  expect((await browser.post(`${url}/permissions/lock`, { ids })).data).toEqual({ changed: 1 });
  expect((await browser.post(`${url}/permissions/lock`, { ids })).data).toEqual({ changed: 0 });
  expect(await rolesOf(member.id)).toBeNull();
  await browser.post(`${url}/permissions/unlock`, { ids });
  await browser.post(`${url}/permissions/remove`, { ids });
  expect(await rolesOf(member.id)).toEqual([]);
  await browser.call('PUT', `${url}/roles/reader`, { name: 'Đọc', description: '', isDefault: true });
  expect(await rolesOf(member.id)).toEqual(['reader']);
});

it('an account that is selected through two permissions gets a role only once', async () => {
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

it('a role that the operator grants remains while a manager removes the permission', async () => {
  const { browser, url, app, rolesOf } = await managed();
  const member = await createAccount(server);
  const { started } = await server.deps.sql.begin(async (tx) => {
    // This transaction stops the operator's statement at its foreign key, after the statement has read the
    // role.
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

it('a manager filters people by creation day in Vietnam, and sorts them by name in both directions', async () => {
  const { add, search, app } = await managed();
  const people = [await createAccount(server, { name: 'Ánh' }), await createAccount(server, { name: 'Đức' })];
  await add(people.map(({ phone }) => phone));
  const { sql } = server.deps;
  // The time 23:30 of the 9th in UTC is on the 10th in Vietnam.
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

it('a manager filters people by the account that added them, or by “none” for people whom a program added', async () => {
  const { browser, account, url, app, add, search } = await managed();
  const creators = async () => (await browser.get(`${url}/permissions/creators`)).data;
  expect(await creators()).toEqual([]);
  const people = [await createAccount(server, { name: 'Ánh' }), await createAccount(server, { name: 'Đức' })];
  await add(people.map(({ phone }) => phone));
  const manager = { id: account.id, name: 'Trần Quản Lý' };
  expect(await creators()).toEqual([manager]);
  await server.deps.applications.grant(app.code, people[1]?.id ?? '', 'editor');
  expect(await creators()).toEqual([manager, { id: 'none', name: null }]);
  const found = async (createdBy: string) => await search({ createdBy });
  expect(await found('none')).toMatchObject({ count: 1, items: [{ name: 'Đức', role: 'editor' }] });
  expect((await found(account.id))['count']).toBe(2);
  expect(await search({ createdBy: 'none', search: 'anh' })).toMatchObject({ items: [] });
});

it('a manager sees what managers did with a permission, and when it was last used', async () => {
  const { browser, url, add, search, app } = await managed();
  const member = await createAccount(server, { name: 'Lê Thị Hoa' });
  await add([member.phone]);
  const [id = ''] = fieldOf((await search())['items'], 'id');
  await browser.post(`${url}/permissions/set-role`, { ids: [id], role: 'editor' });
  await browser.post(`${url}/permissions/lock`, { ids: [id] });
  const other = await managed();
  await other.add([member.phone]);
  await server.deps.sql`
    insert into application_uses (account_id, application_id, scopes, last_used_at)
    values (${member.id}, ${app.id}, '{openid}', '2026-03-09T02:00:00Z')`;
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

it('M6 a search matches % and _ literally', async () => {
  const { add, search } = await managed();
  const odd = await createAccount(server, { name: '100%_chắc' });
  const plain = await createAccount(server, { name: '100 chắc' });
  await add([odd.phone, plain.phone]);
  const names = async (text: string) => fieldOf((await search({ search: text }))['items'], 'name');
  expect(await names('%')).toEqual([]);
  expect(await names('_')).toEqual([]);
  expect(await names('100%_')).toEqual(['100%_chắc']);
});

it('M3 M6 a call with undeclared fields, a forged cursor or an oversized page is rejected', async () => {
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
  const csv = String((await browser.post(`${url}/permissions/export`, {})).data['csv']);
  expect(csv).toContain(',Trần Quản Lý,2026-03-10 06:30\r\n');
});

it('V4 each part of the CSV file is audited, even if it begins at a forged cursor', async () => {
  const { browser, account, app, url, add } = await managed();
  const member = await createAccount(server);
  await add([member.phone]);
  const after = Buffer.from(JSON.stringify([Date.UTC(2100, 0) * 1_000, 'z'])).toString('base64url');
  for (const query of [{}, { after }]) {
    const { csv } = (await browser.post(`${url}/permissions/export`, query)).data;
    expect(String(csv).split('\r\n')).toHaveLength('after' in query ? 2 : 3);
  }
  const events = await server.deps.sql`
    select actor_id, details from audit_events
    where kind = 'permissions.exported' and details ->> 'applicationId' = ${app.id}`;
  const event = { actorId: account.id, details: { applicationId: app.id, rows: 1 } };
  expect(events).toEqual([event, event]);
});

it('M6 the CSV file contains no formulas', async () => {
  const { browser, url, add } = await managed();
  const member = await createAccount(server, { name: '=HYPERLINK("http://evil.test")' });
  await add([member.phone]);
  const csv = String((await browser.post(`${url}/permissions/export`, {})).data['csv']);
  expect(csv).toContain(`"'=HYPERLINK(""http://evil.test"")"`);
  expect(csv).not.toMatch(/(?:^|,)"?=/mu);
});

it('a role that people have can be removed only with a replacement role for them', async () => {
  const { browser, url, add, rolesOf } = await managed();
  const member = await createAccount(server);
  await add([member.phone]);
  const remove = (body: object) => browser.post(`${url}/roles/reader/remove`, body);
  expect((await remove({})).code).toBe('ROLE_IN_USE');
  expect((await remove({ moveTo: 'reader' })).code).toBe('ROLE_NOT_FOUND');
  expect((await remove({ moveTo: 'editor' })).data).toEqual({ moved: 1 });
  expect(await rolesOf(member.id)).toEqual(['editor']);
});

it('A11 a permission stays locked when its role is removed, with an audit row for each moved person', async () => {
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
