import { createAccount } from '@vid/testkit/accounts';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createOperator, type Operator } from '../testing/operator.ts';

let server: TestServer;
let operator: Operator;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  operator = await createOperator(inject('cluster'), server);
  await operator.ok('application', 'add', 'shop', '--name', 'Shop');
});
afterAll(async () => {
  await operator.close();
  await server.close();
});

const ok = (...line: readonly string[]) => operator.ok('application', ...line);
const json = async (...line: readonly string[]) => JSON.parse(await ok(...line, '--json'));
const audited = async (kind: string) => {
  const rows = await server.deps.sql<{ actorId: string | null; details: Record<string, unknown> }[]>`
    select actor_id, details from audit_events where kind = ${kind} order by id desc limit 1`;
  return rows[0];
};

it('“application set” changes the name and the first-party flag', async () => {
  expect(await json('set', 'shop', '--name', 'Sàn giao dịch', '--first-party')).toMatchObject({
    id: expect.stringMatching(/^app_/u),
    name: 'Sàn giao dịch',
    first_party: true,
  });
  expect(await audited('application.changed')).toMatchObject({
    actorId: null,
    details: { code: 'shop', fields: 'isFirstParty name' },
  });
  expect(await json('set', 'shop', '--no-first-party')).toMatchObject({
    name: 'Sàn giao dịch',
    first_party: false,
  });
});

it('“application hand-over” transfers an application with an audited reason', async () => {
  const { id } = await createAccount(server, { phone: '+84900000061' });
  const handed = await json('hand-over', 'shop', '0900 000 061', '--reason', 'Công văn 12');
  expect(handed).toMatchObject({ owner: id });
  expect(await audited('application.handed-over')).toMatchObject({
    actorId: null,
    details: { from: null, to: id, reason: 'Công văn 12' },
  });
});

it('A11 “application hand-over” refuses a locked account and keeps the owner', async () => {
  const { owner } = await json('show', 'shop');
  await createAccount(server, { phone: '+84900000062', status: 'locked' });
  const { code, text } = await operator.vid('application', 'hand-over', 'shop', '0900000062', '--json');
  expect([code, JSON.parse(text).message]).toEqual([1, 'ACCOUNT_LOCKED']);
  expect(await json('show', 'shop')).toMatchObject({ owner });
});

it('“application disable” records a reason, and “enable” needs none', async () => {
  await ok('disable', 'shop', '--reason', 'Lộ khóa');
  expect(await audited('application.locked')).toMatchObject({ details: { reason: 'Lộ khóa' } });
  await ok('enable', 'shop');
  expect((await audited('application.unlocked'))?.details).not.toHaveProperty('reason');
});

it('“application sign-ins” prints the sign-ins of each of 30 days', async () => {
  await server.deps.sql`
    insert into application_sign_ins (application_id, day, count)
    select id, (now() at time zone 'Asia/Ho_Chi_Minh')::date, 7 from applications where code = 'shop'`;
  const lines = (await ok('sign-ins', 'shop')).split('\n');
  expect([lines.length, lines[0], lines[29]]).toEqual([
    30,
    expect.stringMatching(/^\d{4}-\d\d-\d\d {2}0$/u),
    expect.stringMatching(/^\d{4}-\d\d-\d\d {2}7$/u),
  ]);
  expect((await json('sign-ins', 'shop'))[29]).toMatchObject({ count: 7 });
});

it('“application logo” with “none” removes the logo', async () => {
  await server.deps.sql`update applications set logo = 'data:image/png;base64,AA==' where code = 'shop'`;
  expect(await json('logo', 'shop', 'none')).toEqual({ code: 'shop', has_logo: false });
  expect(await server.deps.sql`select logo from applications where code = 'shop'`).toEqual([{ logo: null }]);
});

const secrets = async () => (await json('show', 'shop')).clients[0].secrets.length;

it('“application secret-end-former” ends the former secret and is audited once', async () => {
  await ok('client-add', 'shop', '--kind', 'machine', '--id', 'shop-job');
  await ok('secret-rotate', 'shop-job');
  expect(await secrets()).toBe(2);
  expect(await ok('secret-end-former', 'shop-job')).toBe('Only the newest secret of shop-job works now.');
  expect(await secrets()).toBe(1);
  await ok('secret-end-former', 'shop-job');
  const rows = await server.deps.sql`select actor_id from audit_events where kind = 'client.secrets-ended'`;
  expect(rows.map(({ actorId }) => actorId)).toEqual([null]);
});

it.each([
  [['set', 'none', '--name', 'x'], 1, 'NOT_FOUND'],
  [['set', 'shop', '--name', '\u200d'], 1, 'VALIDATION_FAILED'],
  [['set', 'shop', '--restricted'], 64, 'USAGE'],
  [['hand-over', 'shop'], 64, 'USAGE'],
  [['hand-over', 'shop', '123'], 1, 'PHONE_INVALID'],
  [['hand-over', 'shop', '0900000069'], 1, 'ACCOUNT_NOT_FOUND'],
  [['sign-ins', 'none'], 1, 'NOT_FOUND'],
  [['secret-end-former', 'none'], 1, 'NOT_FOUND'],
  [['show', 'shop', '--reason', 'x'], 64, 'USAGE'],
  [['disable', 'shop', '--reason', ''], 1, 'VALIDATION_FAILED'],
  [['hand-over', 'shop', '0900000061', '--reason', 'x'.repeat(501)], 1, 'VALIDATION_FAILED'],
])('“application” with %j ends with exit code %i and the code %s', async (line, code, message) => {
  const result = await operator.vid('application', ...line, '--json');
  expect([result.code, JSON.parse(result.text).message]).toEqual([code, message]);
});
