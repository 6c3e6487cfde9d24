import { createAccount } from '@vid/testkit/accounts';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { createOperator, type Operator } from '#cli/testing/operator.ts';
import { startReceiver, type Receiver } from '#platform/webhooks/testing/receiver.ts';

let server: TestServer;
let operator: Operator;
let receiver: Receiver;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  operator = await createOperator(inject('cluster'), server);
  receiver = await startReceiver();
  await server.deps.applications.add({ code: 'shop', name: 'Shop' });
  await server.deps.applications.add({ code: 'bank', name: 'Bank' });
});
afterAll(async () => {
  await operator.close();
  await receiver.close();
  await server.close();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.behave(204);
});

const ok = (...line: readonly string[]) => operator.ok('webhook', ...line);
const json = async (...line: readonly string[]) => Object(JSON.parse(await ok(...line, '--json')));
const add = () => json('add', 'shop', '--url', receiver.url, '--event', 'permission.changed');
async function causeEvent() {
  const { id } = await createAccount(server);
  await server.deps.applications.grant('shop', id, 'viewer');
}

it('“webhook” manages a webhook, with audit rows for the operator', async () => {
  const { id, secret } = await add();
  expect(await ok('test', 'shop', id)).toMatch(/ {2}attempt 1 {2}204 {2}\d+ ms$/u);
  expect(receiver.verified(secret)).toMatchObject([{ type: 'webhook.test' }]);
  expect(await ok('set', 'shop', id, '--event', 'account.locked', '--description', 'Đồng bộ')).toContain(
    '\n  description    Đồng bộ\n  event          account.locked\n',
  );
  await ok('disable', 'shop', id);
  expect(await ok('list', 'shop')).toBe(`${id}  disabled  ${receiver.url}`);
  await ok('enable', 'shop', id);
  expect(await json('secret-rotate', 'shop', id)).toEqual({ id, secret: expect.stringMatching(/^whsec_/u) });
  expect(await ok('show', 'shop', id)).toMatch(/\n {2}former secret {2}until /u);
  expect(await ok('remove', 'shop', id)).toBe(`Deleted ${id} with its messages.`);
  expect(await ok('list', 'shop')).toBe('No webhooks.');
  const rows = await server.deps.sql<{ kind: string }[]>`
    select kind, actor_id, account_id from audit_events where details ->> 'webhookId' = ${id} order by id`;
  expect(rows.map((row) => ({ ...row }))).toEqual(
    ['added', 'tested', 'changed', 'disabled', 'enabled', 'secret-rotated', 'removed'].map((kind) => ({
      kind: `webhook.${kind}`,
      actorId: null,
      accountId: null,
    })),
  );
});

it('“webhook” manages the association’s webhooks separately from those of applications', async () => {
  const own = '--association';
  const added = await json('add', own, '--url', receiver.url, '--event', 'account.locked');
  const { id } = added;
  expect(await ok('test', own, id)).toMatch(/ {2}attempt 1 {2}204 {2}\d+ ms$/u);
  expect(receiver.verified(added.secret)).toMatchObject([{ type: 'webhook.test' }]);
  expect(await ok('set', own, id, '--event', 'account.deleted')).toContain(
    '\n  event          account.deleted\n',
  );
  await ok('disable', own, id);
  expect(await ok('list', own)).toBe(`${id}  disabled  ${receiver.url}`);
  expect(await json('list', 'shop')).not.toContainEqual(expect.objectContaining({ id }));
  await ok('enable', own, id);
  expect(await json('secret-rotate', own, id)).toEqual({ id, secret: expect.stringMatching(/^whsec_/u) });
  const { items } = await json('messages', own, id);
  expect(items).toMatchObject([{ type: 'webhook.test', status: 'delivered' }]);
  expect(await ok('message', own, id, items[0].id)).toMatch(/attempt 1 {2}204/u);
  expect(await json('replay', own, id, items[0].id)).toEqual({ id, count: 1 });
  // A replay by time leaves out test events.
  expect(await json('replay', own, id, '--since', '2026-01-01T00:00:00Z')).toEqual({ id, count: 0 });
  expect(await ok('remove', own, id)).toBe(`Deleted ${id} with its messages.`);
  const rows = await server.deps.sql<{ kind: string; actorId: string | null; details: object }[]>`
    select kind, actor_id, details from audit_events where details ->> 'webhookId' = ${id} order by id`;
  expect(rows.map(({ kind }) => kind.replace('webhook.', ''))).toEqual([
    'added',
    'tested',
    'changed',
    'disabled',
    'enabled',
    'secret-rotated',
    'replayed',
    'replayed',
    'removed',
  ]);
  for (const { actorId, details } of rows)
    expect([actorId, Object.hasOwn(details, 'applicationId')]).toEqual([null, false]);
});

it('“webhook test” explains a redirect of the receiver', async () => {
  const { id } = await add();
  receiver.behave((response) => response.writeHead(308, { location: '/other' }).end('moved'));
  const { text, code } = await operator.vid('webhook', 'test', 'shop', id);
  expect([code, text]).toEqual([
    1,
    expect.stringMatching(/attempt 1 {2}308 .*\n {2}The receiver redirects, .*\n {2}moved$/u),
  ]);
});

it('“webhook” shows messages with their attempts and repeats them', async () => {
  const { id } = await add();
  receiver.behave((response) => response.writeHead(500).end('broken'));
  await causeEvent();
  await server.deps.webhookDelivery.run();
  const { items } = await json('messages', 'shop', id, '--status', 'pending');
  const [message] = items;
  expect(items).toMatchObject([{ type: 'permission.changed', attempts: 1, lastStatus: 500 }]);
  expect(await ok('message', 'shop', id, message.id)).toMatch(/attempt 1 {2}500 {2}\d+ ms\n {2}broken\n\{/u);
  expect(await ok('messages', 'shop', id, '--event', 'account.locked')).toBe('No messages.');
  receiver.behave(204);
  receiver.received.length = 0;
  // The command notifies the running server of the replay.
  server.deps.webhookDelivery.start();
  await server.deps.background.idle();
  expect(receiver.ids()).toEqual([]);
  expect(await ok('replay', 'shop', id, message.id)).toBe('1 message will be sent again.');
  await expect.poll(() => receiver.ids()).toEqual([message.id]);
  const status = async () => (await json('message', 'shop', id, message.id)).status;
  await expect.poll(status).toBe('delivered');
  const since = ['--since', new Date(Date.now() - 60_000).toISOString()];
  expect(await json('replay', 'shop', id, ...since, '--undelivered')).toEqual({ id, count: 0 });
  expect(await json('replay', 'shop', id, ...since)).toEqual({ id, count: 1 });
  await expect.poll(() => receiver.ids()).toEqual([message.id, message.id]);
});

it('“webhook test” prints a failed response and exits with 1', async () => {
  const { id } = await add();
  receiver.behave(404);
  const { code, text } = await operator.vid('webhook', 'test', 'shop', id, '--json');
  expect([code, JSON.parse(text).responseStatus]).toEqual([1, 404]);
});

it('M2 “webhook” finds no webhook of another application or of the association', async () => {
  const { id } = await add();
  const own = await json('add', '--association', '--url', receiver.url, '--event', 'account.locked');
  for (const action of ['show', 'set', 'disable', 'enable', 'remove', 'secret-rotate', 'test', 'messages'])
    for (const [from, webhookId] of [
      ['bank', id],
      ['--association', id],
      ['shop', own.id],
    ])
      expect(
        JSON.parse((await operator.vid('webhook', action, from, webhookId, '--json')).text).message,
      ).toBe('NOT_FOUND');
  for (const [from, webhookId] of [
    ['shop', id],
    ['--association', own.id],
  ])
    expect(await json('show', from, webhookId)).toMatchObject({ status: 'active', formerSecretUntil: null });
});

it.each([
  [['add', 'shop', '--event', 'account.locked'], 64, 'USAGE'],
  [['add', 'shop', '--url', 'https://a.example.vn/'], 64, 'USAGE'],
  [['add', 'shop', '--url', 'https://a.example.vn/', '--event', 'x'], 64, 'USAGE'],
  [['add', 'shop', '--url', 'http://10.0.0.1/', '--event', 'account.locked'], 1, 'VALIDATION_FAILED'],
  [['list', 'none'], 1, 'NOT_FOUND'],
  [['list', 'shop', '--now'], 64, 'USAGE'],
  [['show', 'shop'], 64, 'USAGE'],
  [['list', '--association', 'shop'], 64, 'USAGE'],
  [['show', '--association'], 64, 'USAGE'],
  [['show', '--association', 'whk_0'], 1, 'NOT_FOUND'],
  [['show', 'shop', 'whk_0'], 1, 'NOT_FOUND'],
  [['messages', 'shop', 'whk_0', '--limit', '0'], 64, 'USAGE'],
  [['messages', 'shop', 'whk_0', '--status', 'sent'], 64, 'USAGE'],
  [['messages', 'shop', 'whk_0', '--event', 'account.locked', '--event', 'account.deleted'], 64, 'USAGE'],
  [['replay', 'shop', 'whk_0'], 64, 'USAGE'],
  [['replay', 'shop', 'whk_0', 'msg_0', '--since', '2026-11-26T08:00:00Z'], 64, 'USAGE'],
  [['replay', 'shop', 'whk_0', 'msg_0', '--undelivered'], 64, 'USAGE'],
  [['replay', 'shop', 'whk_0', '--since', 'now'], 64, 'USAGE'],
  [['constructor', 'shop'], 64, 'USAGE'],
])('“webhook” with %j ends with exit code %i and the code %s', async (line, code, message) => {
  const result = await operator.vid('webhook', ...line, '--json');
  expect([result.code, JSON.parse(result.text).message]).toEqual([code, message]);
});
