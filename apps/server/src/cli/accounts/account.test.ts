import { createAccount, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createOperator, type Operator } from '../testing/operator.ts';

let server: TestServer;
let operator: Operator;
let member: Awaited<ReturnType<typeof createAccount>>;

beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  operator = await createOperator(inject('cluster'), server);
  member = await createAccount(server, { phone: '+84900000071', name: 'Phạm Đoan Trang' });
  for (const phone of ['+84900000072', '+84900000073'])
    await createAccount(server, { phone, name: 'Phạm Đoan Hạnh' });
});
afterAll(async () => {
  await operator.close();
  await server.close();
});

const ok = (...line: readonly string[]) => operator.ok('account', ...line);
const json = async (...line: readonly string[]) => JSON.parse(await ok(...line, '--json'));
const audited = async (kind: string) => {
  const rows = await server.deps.sql`
    select actor_id, details from audit_events where kind = ${kind} and account_id = ${member.id} order by id`;
  return [...rows];
};

it('“account find” lists and counts the accounts that match a search', async () => {
  expect(await ok('find', 'doan trang')).toBe('+84900000071  active  Phạm Đoan Trang\n1 account.');
  expect(await ok('find', '0900 000 071')).toContain('Phạm Đoan Trang');
  expect(await ok('find', 'nobody')).toBe('0 accounts.');
  const { items, next } = await json('find', 'pham doan', '--limit', '2');
  expect(items).toHaveLength(2);
  expect(await ok('find', 'pham doan', '--limit', '2')).toContain(`\nMore: --after ${next}`);
  const last = await json('find', 'pham doan', '--after', next);
  expect([last.items.length, last.next]).toEqual([1, null]);
  expect((await json('find', 'pham doan')).count).toBe(3);
  const [searched] = await server.deps.sql`
    select actor_id, details from audit_events where kind = 'accounts.searched' order by id desc limit 1`;
  expect(searched).toEqual({ actorId: null, details: { isSearch: true } });
});

it('V4 “account show” prints an account’s details and audits the access', async () => {
  await signIn(new TestBrowser(server.app), member);
  await operator.ok('application', 'add', 'shop');
  await operator.ok('role', 'add', 'shop', 'editor');
  await operator.ok('permission', 'add', 'shop', 'editor', '0900000071');
  await operator.ok('lock', '0900000072', '--reason', 'Báo\tmất máy');
  const shown = await json('show', '0900000071');
  expect(shown).toMatchObject({
    id: member.id,
    phone: '+84900000071',
    hasPassword: true,
    sessions: [{ address: expect.any(String) }],
    permissions: [{ application: { code: 'shop' }, role: 'editor', status: 'active' }],
  });
  expect(await audited('account.viewed')).toEqual([{ actorId: null, details: {} }]);
  const text = await ok('show', member.id);
  expect(text).toContain(`+84900000071  active  Phạm Đoan Trang\n  id            ${member.id}\n`);
  for (const line of [
    `referral code ${shown.referralCode}`,
    `created       ${shown.createdAt}`,
    'password      yes',
    `session       ${shown.sessions[0].lastSeenAt}  ${shown.sessions[0].address}`,
    'permission    shop  editor',
  ])
    expect(text).toContain(`\n  ${line}`);
  expect(await ok('show', '0900000072')).toMatch(/\n {2}locked {8}\S+Z {2}Báo\\u\{9\}mất máy\n/u);
  const { sql } = server.deps;
  await sql`update accounts set must_change_password = true where id = ${member.id}`;
  expect(await ok('show', member.id)).toContain('\n  password      must be changed\n');
  await sql`update accounts set must_change_password = false where id = ${member.id}`;
});

it('“account end-sessions” ends the session of an account', async () => {
  await server.deps.sql`delete from sessions`;
  const browser = new TestBrowser(server.app);
  await signIn(browser, member);
  expect(await ok('end-sessions', '0900000071')).toBe('Ended 1 session.');
  expect((await browser.get('/vid/ajax/auth/me')).code).toBe('TOKEN_INVALID');
  expect(await json('end-sessions', member.id)).toEqual({ accountId: member.id, ended: 0 });
  expect(await audited('session.ended-all')).toEqual([
    { actorId: null, details: { count: 1 } },
    { actorId: null, details: { count: 0 } },
  ]);
});

it('“account” without arguments prints its usage', async () => {
  expect(await ok()).toContain('account find TEXT');
});

it.each([
  [['find'], 64, 'USAGE'],
  [['find', ' '], 64, 'USAGE'],
  [['find', 'pham', 'doan'], 64, 'USAGE'],
  [['find', 'pham', '--limit', '0'], 64, 'USAGE'],
  [['find', 'pham', '--after', 'x'], 1, 'VALIDATION_FAILED'],
  [['show', '0900000071', '--limit', '1'], 64, 'USAGE'],
  [['show', '123'], 1, 'PHONE_INVALID'],
  [['show', '0900000079'], 1, 'ACCOUNT_NOT_FOUND'],
  [['show', 'acc_none'], 1, 'NOT_FOUND'],
  [['end-sessions', '0900000079'], 1, 'ACCOUNT_NOT_FOUND'],
  [['end-sessions', 'acc_none'], 1, 'NOT_FOUND'],
  [['paint', '0900000071'], 64, 'USAGE'],
])('“account” with %j ends with exit code %i and the code %s', async (line, code, message) => {
  const result = await operator.vid('account', ...line, '--json');
  expect([result.code, JSON.parse(result.text).message]).toEqual([code, message]);
});
