import {
  createAccount,
  createAdmin,
  goodPassword,
  setPasswordFailures,
  signIn,
  signInAdmin,
} from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { recordEvents, type EventsOf } from '#platform/webhooks/testing/recorded-events.ts';
import { createOperator, type Operator } from '../testing/operator.ts';

let server: TestServer;
let eventsOf: EventsOf;
let operator: Operator;

beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  eventsOf = await recordEvents(server.deps.sql);
  operator = await createOperator(inject('cluster'), server);
});
afterAll(async () => {
  await operator.close();
  await server.close();
});

it('“create-admin” makes an administrator who must change the printed password', async () => {
  expect(await server.deps.sql`select from accounts`).toEqual([]);
  const output = await operator.ok('create-admin', '0900 000 001');
  const password = /^Password {6}(\S+)$/mu.exec(output)?.[1] ?? '';
  const browser = new TestBrowser(server.app);
  const answer = await signInAdmin(server, browser, { phone: '+84900000001', password });
  expect(answer.data['demands']).toEqual(['change-password']);
  const [row] = await server.deps.sql<{ id: string; role: string }[]>`
    select id, role from accounts where phone = '+84900000001'`;
  expect(row?.role).toBe('admin');
  expect(await eventsOf(row?.id ?? '')).toEqual([['account.created', { sub: row?.id, kind: 'personal' }]]);
});

it('“lock” ends an account’s sessions and blocks its sign-in until “unlock”', async () => {
  const { id, phone } = await createAccount(server, { phone: '+84900000011' });
  const account = { phone, password: goodPassword };
  const browser = new TestBrowser(server.app);
  await signIn(browser, account);
  expect(await operator.ok('lock', '0900000011')).toBe('Locked +8490****11.');
  expect((await browser.get('/vid/ajax/auth/me')).status).toBe(401);
  await expect(signIn(new TestBrowser(server.app), account)).rejects.toThrow('403 ACCOUNT_LOCKED');
  expect(await operator.ok('lock', phone)).toBe('+8490****11 is already locked.');
  expect(await operator.ok('unlock', phone)).toBe('Unlocked +8490****11.');
  expect(await operator.ok('unlock', phone)).toBe('+8490****11 is not locked.');
  expect((await eventsOf(id)).slice(1)).toEqual([
    ['account.locked', { sub: id, lockedBy: 'association' }],
    ['account.unlocked', { sub: id }],
  ]);
  expect((await signIn(new TestBrowser(server.app), account)).status).toBe(200);
});

it('“lock” and “unlock” record a reason, which administrators can see', async () => {
  const { id } = await createAccount(server, { phone: '+84900000014' });
  const admin = await createAdmin(server);
  const readLock = async () => (await admin.browser.get(`/vid/api/admin/accounts/${id}`)).data['lock'];
  await operator.ok('lock', '0900000014', '--reason', 'Mất máy');
  expect(await readLock()).toMatchObject({ by: null, reason: 'Mất máy' });
  await operator.ok('unlock', '--reason=Đã tìm thấy', '0900000014');
  await operator.ok('lock', '0900000014');
  expect(await readLock()).toMatchObject({ by: null, reason: null });
  const events = await server.deps.sql`
    select actor_id, details from audit_events
    where account_id = ${id} and kind in ('account.locked', 'account.unlocked') order by id`;
  expect([...events]).toEqual([
    { actorId: null, details: { reason: 'Mất máy' } },
    { actorId: null, details: { reason: 'Đã tìm thấy' } },
    { actorId: null, details: {} },
  ]);
});

it.each([
  ['', 'required'],
  ['x'.repeat(501), 'tooLong'],
  ['a\0b', 'characters'],
])('“lock” and “unlock” reject the reason %j', async (reason, problem) => {
  for (const command of ['lock', 'unlock']) {
    const { code, text } = await operator.vid(command, '0900000014', '--reason', reason, '--json');
    expect(code).toBe(1);
    expect(JSON.parse(text)).toMatchObject({ message: 'VALIDATION_FAILED', fields: { reason: problem } });
  }
});

it('“reset-admin” ends an administrator’s sessions and prints a temporary password', async () => {
  const admin = await createAccount(server, { phone: '+84900000012', role: 'admin' });
  const before = new TestBrowser(server.app);
  await signInAdmin(server, before, admin);
  await setPasswordFailures(server, admin.phone, 100);
  const output = await operator.ok('reset-admin', '0900000012');
  const password = /^Password {6}(\S+)$/mu.exec(output)?.[1] ?? '';
  expect((await before.get('/vid/ajax/auth/me')).code).toBe('TOKEN_INVALID');
  await expect(signInAdmin(server, new TestBrowser(server.app), admin)).rejects.toThrow('401');
  const after = new TestBrowser(server.app);
  const answer = await signInAdmin(server, after, { phone: admin.phone, password });
  expect(answer.data['demands']).toEqual(['change-password']);
});

it('“reset-admin” refuses a member, whose password stays valid', async () => {
  const member = await createAccount(server, { phone: '+84900000013' });
  expect(await operator.vid('reset-admin', '0900000013')).toMatchObject({
    code: 1,
    text: expect.stringContaining('RESET_BY_MEMBER'),
  });
  expect((await signIn(new TestBrowser(server.app), member)).status).toBe(200);
});

it.each(['lock', 'unlock', 'reset-admin'])(
  'the command “%s” says when a phone has no account',
  async (command) => {
    expect(await operator.vid(command, '0900000009')).toMatchObject({
      code: 1,
      text: expect.stringContaining('ACCOUNT_NOT_FOUND'),
    });
  },
);

it('“remove-samples” erases only sample members', async () => {
  const { sql, audit, auditSealer, auditVerifier } = server.deps;
  const add = async (phone: string, by: 'seeds' | 'sign-up' | null, campaign = 'vid-sample') => {
    const { id } = await createAccount(server, { phone });
    await sql`update accounts set campaign = ${campaign} where id = ${id}`;
    const caller = { address: '203.0.113.9', requestId: 'req' };
    const details = by === 'seeds' ? { by } : {};
    if (by !== null) await audit.write(sql, { kind: 'account.created', accountId: id, caller, details });
    return id;
  };
  // The first sample account has changed its phone; the audit row of the second has been purged.
  const samples = [await add('+84900000031', 'seeds'), await add('+84900000101', null)];
  const members = [
    await add('+84900000102', 'sign-up'),
    await add('+84900000032', null),
    await add('+84900000103', 'seeds', 'other'),
  ];
  expect(await operator.ok('remove-samples')).toBe('Deleted 2 sample members.');
  const left = await sql<{ id: string }[]>`
    select id from accounts where id = any(${[...samples, ...members]}::text[])`;
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set(members));
  for (const id of samples) expect((await eventsOf(id)).at(-1)).toEqual(['account.deleted', { sub: id }]);
  const rows = await sql`
    select kind, actor_id is null as is_operator, details from audit_events
    where account_id = any(${samples}::text[]) order by id`;
  const stub = { details: {} };
  expect([...rows]).toEqual([
    { ...stub, kind: 'account.created', isOperator: false },
    { ...stub, kind: 'account.erased', isOperator: true },
    { ...stub, kind: 'account.erased', isOperator: true },
  ]);
  await auditSealer.run();
  expect((await auditVerifier.verify()).problem).toBeUndefined();
});

it('“maintenance” is switched on until a time, shown and switched off', async () => {
  const { sql } = server.deps;
  expect(await operator.ok('maintenance')).toBe('Maintenance is not on.');
  const on = await operator.ok('maintenance', 'on', '--until', '23:30', '--message', 'Nâng cấp máy chủ');
  expect(on).toMatch(/^Maintenance is on until .*, 23:30 \(Vietnam\)\./u);
  expect(await operator.ok('maintenance')).toMatch(/^Maintenance is on until .*, 23:30/u);
  const tooLong = 'x'.repeat(201);
  const refused = await operator.vid('maintenance', 'on', '--until', '23:30', '--message', tooLong);
  expect(refused.code).not.toBe(0);
  expect(await operator.ok('maintenance', 'off')).toBe('Maintenance has ended.');
  expect(await operator.ok('maintenance', 'off')).toBe('Maintenance was not on.');
  const rows = await sql<{ kind: string }[]>`
    select kind from audit_events where kind like 'maintenance.%' order by id`;
  expect(rows.map(({ kind }) => kind)).toEqual(['maintenance.started', 'maintenance.ended']);
});
