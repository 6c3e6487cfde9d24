import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount } from '@vid/testkit/accounts';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createOperator, type Operator } from '#cli/testing/operator.ts';

let server: TestServer;
let operator: Operator;
let folder: string;

beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  operator = await createOperator(inject('cluster'), server);
  folder = await mkdtemp(join(tmpdir(), 'vid-access-'));
  await operator.ok('application', 'add', 'shop', '--name', 'Sàn giao dịch');
  for (const phone of ['+84900000031', '+84900000032']) await createAccount(server, { phone });
});
afterAll(async () => {
  await operator.close();
  await server.close();
  await rm(folder, { recursive: true });
});

const ok = (...line: readonly string[]) => operator.ok(...line);
const json = async (...line: readonly string[]): Promise<unknown> => JSON.parse(await ok(...line, '--json'));
const audited = async (kind: string) => {
  const rows = await server.deps.sql<{ actorId: string | null; details: Record<string, string> }[]>`
    select actor_id, details from audit_events where kind = ${kind} order by id desc limit 1`;
  return rows[0];
};

describe('the role command', () => {
  it('manages roles, and audits an added role', async () => {
    expect(await ok('role', 'list', 'shop')).toBe('No roles.');
    expect(await ok('role', 'add', 'shop', 'editor', '--name', 'Biên tập viên', '--default')).toBe(
      'Added editor.',
    );
    expect(await audited('role.added')).toMatchObject({ actorId: null, details: { role: 'editor' } });
    expect(await json('role', 'set', 'shop', 'editor', '--description', 'Viết bài', '--no-default')).toEqual({
      code: 'editor',
      name: 'Biên tập viên',
      description: 'Viết bài',
      isDefault: false,
    });
    expect(await json('role', 'list', 'shop')).toEqual([
      { code: 'editor', name: 'Biên tập viên', description: 'Viết bài', isDefault: false, people: 0 },
    ]);
    expect(await json('role', 'set', 'shop', 'editor', '--name', 'Biên tập')).toMatchObject({
      name: 'Biên tập',
      description: 'Viết bài',
      isDefault: false,
    });
    await ok('role', 'set', 'shop', 'editor', '--name', 'Biên tập viên');
    await ok('role', 'add', 'shop', 'viewer');
    expect(await ok('role', 'remove', 'shop', 'viewer')).toBe('Removed viewer. 0 accounts moved.');
  });
});

it.each([
  [['role', 'add', 'shop', 'editor'], 1, 'ROLE_EXISTS'],
  [['role', 'set', 'shop', 'none'], 1, 'NOT_FOUND'],
  [['role', 'list', 'none'], 1, 'NOT_FOUND'],
  [['role', 'list', 'shop', '--move-to', 'x'], 64, 'USAGE'],
  [['role', 'paint', 'shop'], 64, 'USAGE'],
  [['permission', 'list', 'shop', '--limit', '0'], 64, 'USAGE'],
  [['permission', 'list', 'shop', '--status', 'x'], 64, 'USAGE'],
  [['permission', 'list', 'shop', '--sort', 'x'], 64, 'USAGE'],
  [['permission', 'list', 'shop', '--from', '2026-02-30'], 64, 'USAGE'],
  [['permission', 'lock', 'shop'], 64, 'USAGE'],
  [['permission', 'show', 'shop'], 64, 'USAGE'],
  [['permission', 'creators', 'shop', '0900000031'], 64, 'USAGE'],
  [['permission', 'creators', 'none'], 1, 'NOT_FOUND'],
  [['permission', 'show', 'shop', '0900000032'], 1, 'NOT_FOUND'],
  [['permission', 'lock', 'shop', '0900000032'], 1, 'NOT_FOUND'],
  [['permission', 'add', 'shop', 'none', '0900000031'], 1, 'ROLE_NOT_FOUND'],
  [['permission', 'add', 'shop', 'editor', '--file', '/nonexistent'], 64, 'USAGE'],
])('the command %j ends with exit code %i and the code %s', async (line, code, message) => {
  const result = await operator.vid(...line, '--json');
  expect([result.code, JSON.parse(result.text).message]).toEqual([code, message]);
});

describe('the permission command', () => {
  it('reports the result of each number from arguments and a file', async () => {
    await writeFile(join(folder, 'people.txt'), '0900 000 032\n\n0900000039\nabc\n');
    const file = join(folder, 'people.txt');
    expect(await json('permission', 'add', 'shop', 'editor', '0900000031', '--file', file)).toEqual({
      added: 2,
      report: [
        { phone: '0900000031', outcome: 'added' },
        { phone: '0900 000 032', outcome: 'added' },
        { phone: '0900000039', outcome: 'no-account' },
        { phone: 'abc', outcome: 'invalid' },
      ],
    });
    expect(await audited('permission.added')).toMatchObject({ actorId: null, details: { role: 'editor' } });
    expect(await ok('permission', 'add', 'shop', 'editor', '0900000031')).toBe(
      'already     0900000031\n0 added.',
    );
    await writeFile(file, '0900000031\n'.repeat(2_000));
    expect((await operator.vid('permission', 'add', 'shop', 'editor', '--file', file)).code).toBe(0);
    const tooMany = ['permission', 'add', 'shop', 'editor', '0900000031', '--file', file];
    expect((await operator.vid(...tooMany)).code).toBe(64);
  });

  it('lists people with a search and filters, and exports a CSV file', async () => {
    expect(await ok('permission', 'list', 'shop', '--search', '0900000031')).toMatch(
      /^\+84900000031 {2}editor {2}active/u,
    );
    expect(await ok('permission', 'list', 'shop', '--status', 'locked')).toBe('No permissions.');
    expect(await json('permission', 'list', 'shop', '--limit', '1')).toMatchObject({
      items: [{ role: 'editor' }],
      next: expect.any(String),
      count: 2,
    });
    expect((await ok('permission', 'export', 'shop')).split('\r\n')).toHaveLength(3);
    const phones = async (...line: readonly string[]) =>
      (await ok('permission', ...line)).match(/0900 ?000 ?03\d|\+8490000003\d/gu);
    const oldest = await phones('list', 'shop', '--sort', 'oldest');
    expect(oldest?.toSorted()).toEqual(['+84900000031', '+84900000032']);
    expect(await phones('list', 'shop', '--sort', 'newest')).toEqual(oldest?.toReversed());
    expect(await phones('export', 'shop', '--sort', 'oldest')).toHaveLength(2);
    expect(await ok('permission', 'list', 'shop', '--to', '2020-01-31')).toBe('No permissions.');
    expect(await ok('permission', 'list', 'shop', '--created-by', 'acc_none')).toBe('No permissions.');
    expect(await phones('list', 'shop', '--created-by', 'none')).toHaveLength(2);
    expect(await audited('permissions.exported')).toMatchObject({ actorId: null });
  });

  it('lists the accounts that added people', async () => {
    const creator = await createAccount(server, { phone: '+84900000033', name: 'Trần Quản Lý' });
    const none = { id: 'none', name: null };
    expect(await json('permission', 'creators', 'shop')).toEqual([none]);
    await server.deps.sql`
      update permissions set created_by = ${creator.id}
      where account_id = (select id from accounts where phone = '+84900000032')`;
    expect(await json('permission', 'creators', 'shop')).toEqual([
      { id: creator.id, name: 'Trần Quản Lý' },
      none,
    ]);
    expect(await ok('permission', 'creators', 'shop')).toBe(`${creator.id}  Trần Quản Lý\nnone  no account`);
    expect(await ok('permission', 'list', 'shop', '--created-by', creator.id)).toContain('+84900000032');
    await server.deps.sql`update permissions set created_by = null`;
    await ok('application', 'add', 'empty');
    expect(await ok('permission', 'creators', 'empty')).toBe('No permissions.');
  });

  it('shows a permission with its history, newest first', async () => {
    await ok('permission', 'lock', 'shop', '0900000032');
    const [shown] = Object(await json('permission', 'show', 'shop', '0900000032'));
    expect(shown).toMatchObject({
      phone: '+84900000032',
      role: 'editor',
      status: 'locked',
      lastUsedAt: null,
      history: [
        { kind: 'locked', by: null, role: 'editor' },
        { kind: 'added', by: null, role: 'editor' },
      ],
    });
    const times = shown.history.map(({ at }: { at: string }) => at);
    expect(await ok('permission', 'show', 'shop', '0900000032')).toBe(
      [
        '+84900000032  editor  locked',
        `  added      ${shown.createdAt}`,
        '  last used  never',
        `  history    ${times[0]}  locked editor`,
        `  history    ${times[1]}  added editor`,
      ].join('\n'),
    );
    await ok('permission', 'unlock', 'shop', '0900000032');
  });

  it('changes the counts that “application show” prints', async () => {
    await ok('permission', 'lock', 'shop', '0900000032');
    expect(await json('application', 'show', 'shop')).toMatchObject({
      people: 2,
      locked: 1,
      roles: [{ code: 'editor', people: 2 }],
    });
    expect(await ok('application', 'show', 'shop')).toContain(
      '\n  people 2, of these 1 locked\n  role editor: 2',
    );
    await ok('permission', 'unlock', 'shop', '0900000032');
  });

  it('changes the permissions of all given numbers, or of none', async () => {
    await ok('role', 'add', 'shop', 'viewer');
    const both = ['0900000031', '0900000032'];
    expect(await ok('permission', 'set-role', 'shop', 'viewer', ...both)).toBe('2 permissions changed.');
    expect(await operator.vid('permission', 'lock', 'shop', '0900000031', '0900000039')).toMatchObject({
      code: 1,
      text: expect.stringContaining('+84900000039'),
    });
    expect(await ok('permission', 'lock', 'shop', '0900000031')).toBe('1 permission locked.');
    expect(await json('permission', 'lock', 'shop', '0900000031')).toEqual({ changed: 0 });
    expect(await ok('permission', 'unlock', 'shop', '0900000031')).toBe('1 permission unlocked.');
    expect(await ok('permission', 'remove', 'shop', ...both)).toBe('2 permissions removed.');
    expect(await ok('permission', 'list', 'shop')).toBe('No permissions.');
  });
});

describe('the manager command', () => {
  it('manages managers, and writes an audit row for each change', async () => {
    expect(await ok('manager', 'list', 'shop')).toBe('No managers.');
    expect(await ok('manager', 'add', 'shop', '0900000031')).toBe('0900000031 manages shop.');
    expect(await audited('manager.added')).toMatchObject({ actorId: null });
    expect(await json('manager', 'add', 'shop', '+84 900 000 031')).toEqual({ outcome: 'already' });
    expect(await ok('manager', 'list', 'shop')).toBe('+84900000031  manager');
    expect(await json('manager', 'list', 'shop')).toMatchObject({
      owner: null,
      managers: [{ phone: '+84900000031', createdBy: null }],
    });
    expect(await ok('manager', 'remove', 'shop', '0900000031')).toContain('no longer manages shop');
    expect(await audited('manager.removed')).toMatchObject({ actorId: null });
  });

  it('shows and removes a manager without a phone by account id', async () => {
    await ok('manager', 'add', 'shop', '0900000032');
    const [row] = await server.deps.sql<{ id: string }[]>`
      update accounts set phone = null where phone = '+84900000032' returning id`;
    const accountId = row?.id ?? '';
    expect(await ok('manager', 'list', 'shop')).toBe(`${accountId}  manager`);
    await ok('manager', 'remove', 'shop', accountId);
    expect(await ok('manager', 'list', 'shop')).toBe('No managers.');
    await server.deps.sql`update accounts set phone = '+84900000032' where id = ${accountId}`;
  });

  it('lists the owner first', async () => {
    await ok('application', 'add', 'owned', '--owner', '0900000031');
    await ok('manager', 'add', 'owned', '0900000032');
    expect(await ok('manager', 'list', 'owned')).toBe('+84900000031  owner\n+84900000032  manager');
  });

  it.each([
    [['add', 'shop', '0900000039'], 1, 'ACCOUNT_NOT_FOUND'],
    [['add', 'shop', 'abc'], 1, 'PHONE_INVALID'],
    [['add', 'none', '0900000031'], 1, 'NOT_FOUND'],
    [['remove', 'shop', '0900000032'], 1, 'NOT_FOUND'],
    [['add', 'shop'], 64, 'USAGE'],
    [['list', 'shop', '0900000031'], 64, 'USAGE'],
    [['appoint', 'shop', '0900000031'], 64, 'USAGE'],
  ])('with %j ends with exit code %i and the code %s', async (line, code, message) => {
    const result = await operator.vid('manager', ...line, '--json');
    expect([result.code, JSON.parse(result.text).message]).toEqual([code, message]);
  });
});

const permissionsOf = (phone: string) => server.deps.sql`
  select p.role, p.status from permissions p join accounts a on a.id = p.account_id where a.phone = ${phone}`;
const additions = () => server.deps.sql`select from audit_events where kind = 'permission.added'`;

describe('the commands that change the access to an application', () => {
  it('restrict and open an application, with an audit row', async () => {
    expect(await ok('application', 'access', 'shop', 'restricted')).toContain('shop is restricted');
    expect(await audited('application.restricted')).toMatchObject({ actorId: null });
    expect(await json('application', 'access', 'shop', 'open')).toEqual({ code: 'shop', access: 'open' });
    expect((await operator.vid('application', 'access', 'shop', 'closed')).code).toBe(64);
  });

  it('change redirect URIs and roles, with audit rows', async () => {
    await ok(
      'application',
      'client-add',
      'shop',
      '--kind',
      'spa',
      '--id',
      'shop-spa',
      '--redirect',
      'https://a.example.vn/',
    );
    await ok('application', 'redirect-add', 'shop-spa', 'https://b.example.vn/');
    expect(await audited('client.changed')).toMatchObject({ details: { clientId: 'shop-spa' } });
    await ok('application', 'grant', 'shop', '0900000031', 'owner');
    expect(await audited('permission.added')).toMatchObject({ details: { role: 'owner' } });
    await ok('application', 'withdraw', 'shop', '0900000031');
    expect(await audited('permission.removed')).toMatchObject({ actorId: null });
  });

  it('A11 do not unlock a permission when its role is granted again', async () => {
    const [phone, role] = ['0900000032', 'owner'];
    const grant = () => operator.vid('application', 'grant', 'shop', phone, role);
    await grant();
    await ok('permission', 'lock', 'shop', phone);
    const before = (await additions()).count;
    expect(await grant()).toEqual({
      code: 1,
      text: `The permission is locked. To unlock it: permission unlock shop ${phone}`,
    });
    expect(await permissionsOf('+84900000032')).toEqual([{ role, status: 'locked' }]);
    expect((await additions()).count).toBe(before);
    await ok('permission', 'unlock', 'shop', phone);
    expect(await grant()).toMatchObject({ code: 0, text: 'Granted.' });
    await ok('application', 'withdraw', 'shop', phone);
  });
});
