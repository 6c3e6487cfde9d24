import { createAccount, createAdmin } from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import { bearer, callManagement, createMachineToken } from '@vid/testkit/machine';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { startReceiver, type Receiver } from '#platform/webhooks/testing/receiver.ts';

let server: TestServer;
let receiver: Receiver;
let owner: { readonly id: string; readonly phone: string };
let app: { id: string; code: string };
let clientId: string;
let token: string;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  receiver = await startReceiver();
  owner = await createAccount(server);
});
afterAll(async () => {
  await receiver.close();
  await server.close();
});
beforeEach(async () => {
  receiver.received.length = 0;
  receiver.behave(204);
  app = await createApplication(server, { ownerId: owner.id });
  ({ clientId, token } = await createMachineToken(server, app.code, [
    'vid:applications:read',
    'vid:applications:write',
  ]));
});

type Method = Parameters<typeof callManagement>[1];
const pathOf = (rest: readonly string[]) => ['applications', app.id, 'webhooks', ...rest].join('/');
const call = (method: Method, rest: readonly string[] = [], body?: object) =>
  callManagement(server, method, pathOf(rest), bearer(token), body);
const events = ['permission.changed'];
async function add() {
  const { data } = await call('POST', [], { url: receiver.url, events });
  return { id: String(data['id']), secret: String(data['secret']) };
}
async function causeEvent() {
  const { id } = await createAccount(server);
  await server.deps.applications.grant(app.code, id, 'viewer');
  await server.deps.webhookDelivery.run();
}

it('a machine client manages a webhook and is named in audit rows', async () => {
  const { id, secret } = await add();
  expect((await call('POST', [id, 'test'], {})).data).toMatchObject({ responseStatus: 204 });
  expect(receiver.verified(secret)).toMatchObject([{ type: 'webhook.test' }]);
  expect((await call('PATCH', [id], { description: 'Đồng bộ' })).status).toBe(200);
  expect((await call('GET', [id])).data).toMatchObject({ description: 'Đồng bộ', events, status: 'active' });
  await call('POST', [id, 'status'], { status: 'disabled' });
  expect((await call('GET')).data).toMatchObject([{ id, status: 'disabled' }]);
  await call('POST', [id, 'status'], { status: 'active' });
  const rotated = await call('POST', [id, 'secret'], { endsFormer: true });
  expect(rotated.data['secret']).not.toBe(secret);
  expect((await call('DELETE', [id])).status).toBe(200);
  expect(await call('GET', [id])).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  const rows = await server.deps.sql`
    select kind, actor_id, account_id from audit_events where details ->> 'webhookId' = ${id} order by id`;
  expect(rows.map((row) => ({ ...row }))).toEqual(
    ['added', 'tested', 'changed', 'disabled', 'enabled', 'secret-rotated', 'removed'].map((kind) => ({
      kind: `webhook.${kind}`,
      actorId: `client:${clientId}`,
      accountId: null,
    })),
  );
});

it('a machine client’s webhook counts as a change by its secret’s creator', async () => {
  const { sql } = server.deps;
  await sql`update oidc_client_credentials set account_id = ${owner.id} where client_id = ${clientId}`;
  const { id } = await add();
  expect(await sql`select account_id from right_changes where target = ${id}`).toEqual([
    { accountId: owner.id },
  ]);
});

it('a machine client reads and repeats the deliveries of a webhook', async () => {
  const { id } = await add();
  receiver.behave(500);
  await causeEvent();
  const { data } = await call('GET', [id, 'messages']);
  expect(data).toMatchObject({ items: [{ type: 'permission.changed', status: 'pending', lastStatus: 500 }] });
  const [{ id: messageId }] = Object(data).items;
  expect((await call('GET', [id, 'messages', messageId])).data).toMatchObject({
    attemptList: [{ attempt: 1, responseStatus: 500 }],
  });
  receiver.behave(204);
  await call('POST', [id, 'messages', messageId, 'replay'], {});
  await server.deps.background.idle();
  expect((await call('GET', [id, 'messages', messageId])).data).toMatchObject({ status: 'delivered' });
  const since = new Date(Date.now() - 60_000).toISOString();
  expect((await call('POST', [id, 'replay'], { since, onlyUndelivered: false })).data).toEqual({ count: 1 });
  const rows = await server.deps.sql`
    select actor_id from audit_events where kind = 'webhook.replayed' and details ->> 'webhookId' = ${id}`;
  expect(rows.map(({ actorId }) => actorId)).toEqual([`client:${clientId}`, `client:${clientId}`]);
});

it('the application’s owner is notified when a machine client’s webhook is disabled', async () => {
  const { id } = await add();
  receiver.behave(410);
  await causeEvent();
  expect((await call('GET', [id])).data).toMatchObject({ status: 'disabled' });
  await server.deps.background.idle();
  const rows = await server.deps.sql`
    select from deliveries where type = 'webhook-disabled' and phone = ${owner.phone}`;
  expect(rows).toHaveLength(1);
});

it('M2 a machine client cannot reach webhooks outside its application', async () => {
  const { browser: admin } = await createAdmin(server);
  const other = await createApplication(server);
  const addAs = async (path: string) =>
    String((await admin.post(path, { url: receiver.url, events })).data['id']);
  const foreign = await addAs(`/vid/api/apps/${other.id}/webhooks`);
  const own = await addAs('/vid/api/admin/webhooks');
  for (const id of [foreign, own])
    for (const [method, rest, body] of [
      ['GET', [], undefined],
      ['PATCH', [], { events }],
      ['DELETE', [], undefined],
      ['POST', ['status'], { status: 'disabled' }],
      ['POST', ['secret'], { endsFormer: true }],
      ['POST', ['test'], {}],
      ['GET', ['messages'], undefined],
      ['GET', ['messages', 'msg_0'], undefined],
      ['POST', ['messages', 'msg_0', 'replay'], {}],
      ['POST', ['replay'], { since: '2026-01-01T00:00:00.000Z', onlyUndelivered: false }],
    ] as const) {
      const { status, code } = await call(method, [id, ...rest], body);
      expect([method, rest, status, code]).toEqual([method, rest, 404, 'NOT_FOUND']);
    }
  expect((await call('GET')).data).toEqual([]);
  for (const path of [`/vid/api/apps/${other.id}/webhooks/${foreign}`, `/vid/api/admin/webhooks/${own}`])
    expect((await admin.get(path)).data).toMatchObject({ status: 'active', formerSecretUntil: null });
});

it('M3 a machine client cannot add a webhook on a private network', async () => {
  expect(await call('POST', [], { url: 'http://10.0.0.1/', events })).toMatchObject({
    status: 400,
    code: 'VALIDATION_FAILED',
  });
});
