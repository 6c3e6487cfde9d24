import { createAccount, createAdmin, signIn } from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import { TestBrowser } from '@vid/testkit/browser';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createMessagesRepo } from './messages.repo.ts';
import { startReceiver, type Receiver } from './testing/receiver.ts';
import { createWebhookLogService } from './webhook-log.service.ts';
import { createWebhooksRepo } from './webhooks.repo.ts';
import { createWebhooksService } from './webhooks.service.ts';

let server: TestServer;
let receiver: Receiver;
let manager: TestBrowser;
let admin: TestBrowser;
let managerId: string;
let appId: string;
let appCode: string;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'), {
    environment: { VID_WEBHOOK_ALLOWED_NETWORKS: '10.1.0.0/16', VID_WEBHOOK_PORTS: '8443' },
  });
  receiver = await startReceiver();
  manager = new TestBrowser(server.app);
  const account = await createAccount(server);
  await signIn(manager, account);
  managerId = account.id;
  ({ id: appId, code: appCode } = await createApplication(server, { ownerId: account.id }));
  admin = (await createAdmin(server)).browser;
});
afterAll(async () => {
  await receiver.close();
  await server.close();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.behave(204);
});

const events = ['account.locked', 'permission.changed'];
const pathOf = (webhookId = '', ...rest: string[]) =>
  ['/vid/api/apps', appId, 'webhooks', webhookId, ...rest].filter((part) => part !== '').join('/');
async function add(browser = manager, path = pathOf()) {
  const answer = await browser.post(path, { url: receiver.url, description: ' Đồng bộ ', events });
  return { id: String(answer.data['id']), secret: String(answer.data['secret']) };
}
async function changePermission(webhookId: string) {
  const { id } = await createAccount(server);
  await server.deps.applications.grant(appCode, id, 'viewer');
  await server.deps.webhookDelivery.run();
  return list(webhookId);
}
const list = async (webhookId: string, query = '') =>
  Object((await manager.get(`${pathOf(webhookId, 'messages')}${query}`)).raw.json()).data;

describe('the webhooks of an application or the association', () => {
  it('reach only the private networks and the ports of the settings', async () => {
    const { config, guard, sql } = server.deps;
    expect(['10.1.2.3', '10.2.0.1'].map((address) => guard.isAllowed(address))).toEqual([true, false]);
    const strict = createWebhooksService({
      ...server.deps,
      repo: createWebhooksRepo(sql),
      kick: () => undefined,
      config: { ...config, isProduction: true },
    });
    const { id: applicationId } = await createApplication(server);
    const call = { applicationId, actorId: null, accountId: null, caller: { address: '', requestId: '' } };
    const addOn = (port: string) =>
      strict.add(call, { url: `https://hooks.example.vn${port}/`, events: ['account.locked'] });
    await expect(addOn('')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(addOn(':8443')).resolves.toMatchObject({ id: expect.any(String) });
  });

  it('have a secret that later responses, logs and audit rows omit', async () => {
    const { id, secret } = await add();
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/u);
    const listed = await manager.get(pathOf());
    const one = await manager.get(pathOf(id));
    expect(one.data).toEqual({
      id,
      url: receiver.url,
      description: 'Đồng bộ',
      events,
      status: 'active',
      createdAt: expect.any(String),
      failingSince: null,
      formerSecretUntil: null,
      pending: 0,
    });
    const audit = await server.deps.sql`
      select kind, account_id, actor_id, details from audit_events where details ->> 'webhookId' = ${id}`;
    const details = { webhookId: id, host: new URL(receiver.url).host, applicationId: appId };
    expect(audit).toEqual([{ kind: 'webhook.added', accountId: managerId, actorId: managerId, details }]);
    expect([listed.raw.body, one.raw.body, JSON.stringify(audit), ...server.logLines].join()).not.toContain(
      secret,
    );
  });

  it.each([
    [{ url: 'http://10.0.0.1/' }, 'url'],
    [{ url: 'http://169.254.169.254/latest' }, 'url'],
    [{ url: 'http://me:pw@127.0.0.1/' }, 'url'],
    [{ url: 'javascript:alert(1)' }, 'url'],
    [{ description: 'a\u0000b' }, null],
    [{ events: [] }, 'events'],
    [{ events: ['webhook.test'] }, null],
    [{ status: 'active' }, 'status'],
    [{ applicationId: 'app_other' }, 'applicationId'],
  ])('M3 are refused with the field %j', async (change, field) => {
    const answer = await manager.post(pathOf(), { url: receiver.url, events, ...change });
    const { fields = {} } = answer.raw.json<{ fields?: Record<string, string> }>();
    expect([answer.status, Object.keys(fields)]).toEqual([400, field === null ? [] : [field]]);
  });

  it('are changed, disabled, enabled and deleted, with audit rows', async () => {
    const { id } = await add();
    await manager.call('PATCH', pathOf(id), { events: ['account.deleted'] });
    await manager.call('PATCH', pathOf(id), {});
    await manager.post(pathOf(id, 'status'), { status: 'disabled' });
    expect((await manager.get(pathOf(id))).data).toMatchObject({
      events: ['account.deleted'],
      status: 'disabled',
    });
    await manager.post(pathOf(id, 'status'), { status: 'active' });
    await manager.post(pathOf(id, 'secret'), { endsFormer: false });
    expect((await manager.get(pathOf(id))).data).toMatchObject({ formerSecretUntil: expect.any(String) });
    expect((await manager.call('DELETE', pathOf(id))).status).toBe(200);
    expect((await manager.get(pathOf(id))).code).toBe('NOT_FOUND');
    await changePermission(id);
    expect(await server.deps.sql`select from deliveries where endpoint_id = ${id}`).toHaveLength(0);
    const rows = await server.deps.sql<{ kind: string }[]>`
      select kind from audit_events where details ->> 'webhookId' = ${id} order by id`;
    expect(rows.map(({ kind }) => kind.slice('webhook.'.length))).toEqual([
      'added',
      'changed',
      'disabled',
      'enabled',
      'secret-rotated',
      'removed',
    ]);
  });

  it('keep no recorded change to a right after their removal', async () => {
    const { id } = await add();
    const givers = () => server.deps.sql`
      select distinct account_id from right_changes where target = ${id} or target = ${`${id} secret`}`;
    await admin.post(pathOf(id, 'status'), { status: 'disabled' });
    expect(await givers()).toEqual([{ accountId: managerId }]);
    await admin.call('DELETE', pathOf(id));
    expect(await givers()).toEqual([]);
  });

  it('send their pending messages as soon as they are enabled', async () => {
    const { id } = await add();
    const account = await createAccount(server);
    await server.deps.applications.grant(appCode, account.id, 'viewer');
    await manager.post(pathOf(id, 'status'), { status: 'disabled' });
    await server.deps.background.idle();
    expect((await list(id)).items).toMatchObject([{ status: 'pending', attempts: 0 }]);
    await manager.post(pathOf(id, 'status'), { status: 'active' });
    await server.deps.background.idle();
    expect((await list(id)).items).toMatchObject([{ status: 'delivered', attempts: 1 }]);
  });

  it('pause if their secret cannot be opened', async () => {
    const { id } = await add();
    await server.deps.sql`update webhook_endpoints set sealed_secret = '' where id = ${id}`;
    const items = await changePermission(id);
    expect(items.items).toMatchObject([{ status: 'pending', attempts: 0 }]);
    const rows = await server.deps.sql`
      select failures, resume_at > now() + interval '50 seconds' as is_paused from webhook_endpoints where id = ${id}`;
    expect(rows).toEqual([{ failures: 3, isPaused: true }]);
  });

  it('get no audit row if another transaction disables them first', async () => {
    const { sql } = server.deps;
    const { id } = await add();
    const disabled = () => sql`select from audit_events where kind = 'webhook.disabled'`;
    const before = (await disabled()).length;
    let second: ReturnType<TestBrowser['post']> | undefined;
    await sql.begin(async (tx) => {
      await tx`update webhook_endpoints set status = 'disabled' where id = ${id}`;
      second = manager.post(pathOf(id, 'status'), { status: 'disabled' });
      await waitForLockWaits(server, 1);
    });
    expect((await second)?.status).toBe(200);
    expect(await disabled()).toHaveLength(before);
  });

  it('are limited to ten per application, even if added in parallel', async () => {
    const other = await createApplication(server, { ownerId: managerId });
    const path = `/vid/api/apps/${other.id}/webhooks`;
    const answers = await Promise.all(
      Array.from({ length: 13 }, () => manager.post(path, { url: receiver.url, events })),
    );
    expect(answers.filter(({ code }) => code === 'WEBHOOK_LIMIT')).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  });

  it('are shown with their messages and each attempt, page by page', async () => {
    const { id } = await add();
    await changePermission(id);
    receiver.behave((response) => response.writeHead(500).end('<b>broken</b>'));
    await changePermission(id);
    const page = await list(id, '?limit=1');
    expect(page.items).toMatchObject([
      { type: 'permission.changed', status: 'pending', attempts: 1, lastStatus: 500 },
    ]);
    const next = await list(id, `?limit=1&after=${page.next}`);
    expect([next.items.length, next.items[0].status, next.next]).toEqual([1, 'delivered', null]);
    expect([page.items[0].nextAttemptAt, next.items[0].nextAttemptAt]).toEqual([expect.any(String), null]);
    expect((await list(id, '?status=delivered')).items).toHaveLength(1);
    expect((await list(id, '?type=account.locked')).items).toEqual([]);
    const ofType = await list(id, '?type=permission.changed&limit=1');
    const rest = await list(id, `?type=permission.changed&limit=1&after=${ofType.next}`);
    expect([ofType.items[0].status, rest.items[0].status, rest.next]).toEqual(['pending', 'delivered', null]);
    const { data } = await manager.get(pathOf(id, 'messages', page.items[0].id));
    expect(data).toMatchObject({
      body: expect.stringContaining('"type":"permission.changed"'),
      attemptList: [{ attempt: 1, responseStatus: 500, error: null, response: '<b>broken</b>' }],
    });
    const { attemptList } = Object(data);
    expect(attemptList[0].durationMs).toBeGreaterThanOrEqual(0);
    expect(attemptList[0].durationMs).toBeLessThan(5_000);
    expect((await manager.get(`${pathOf(id, 'messages')}?after=abc`)).code).toBe('VALIDATION_FAILED');
  });

  it('can repeat one message, or all since a given time', async () => {
    const { id } = await add();
    const before = new Date(Date.now() - 60_000).toISOString();
    const [first] = (await changePermission(id)).items;
    await changePermission(id);
    const sent = new Set((await list(id)).items.map((message: { id: string }) => message.id));
    receiver.received.length = 0;
    expect((await manager.post(pathOf(id, 'messages', first.id, 'replay'), {})).status).toBe(200);
    await server.deps.background.idle();
    expect(receiver.ids()).toEqual([first.id]);
    const replay = (onlyUndelivered: boolean) =>
      manager.post(pathOf(id, 'replay'), { since: before, onlyUndelivered });
    expect((await replay(true)).data).toEqual({ count: 0 });
    expect((await replay(false)).data).toEqual({ count: 2 });
    await server.deps.background.idle();
    expect(new Set(receiver.ids())).toEqual(sent);
    const audited = await server.deps.sql`
      select details ->> 'messageId' as message, (details ->> 'count')::int as count from audit_events
      where kind = 'webhook.replayed' and details ->> 'webhookId' = ${id} order by id`;
    expect([...audited]).toEqual([
      { message: first.id, count: null },
      { message: null, count: 0 },
      { message: null, count: 2 },
    ]);
    for (let count = 3; count <= 10; count += 1) await replay(true);
    expect((await replay(true)).code).toBe('RATE_LIMITED');
    await server.deps.sql`delete from counters`;
  });

  it('can repeat more messages than fit into one batch', async () => {
    const { id } = await add();
    const { sql } = server.deps;
    const log = createWebhookLogService({
      ...server.deps,
      webhooks: createWebhooksRepo(sql),
      repo: createMessagesRepo(sql),
      kick: () => undefined,
    });
    await sql`
      insert into deliveries (kind, id, endpoint_id, type, data, status, attempts)
      select 'webhook', 'msg_many' || n, ${id}, 'permission.changed', '{}', 'failed', 10
      from generate_series(1, 2000) n`;
    expect((await list(id)).items).toHaveLength(20);
    const call = {
      applicationId: appId,
      actorId: managerId,
      accountId: managerId,
      caller: { address: '127.0.0.1', requestId: 'test' },
    };
    const all = { since: '2026-01-01T00:00:00.000Z', onlyUndelivered: true };
    expect(await log.replaySince(call, id, all)).toBe(2_000);
    const rows = await sql`
      select account_id, actor_id, details from audit_events
      where kind = 'webhook.replayed' and details ->> 'webhookId' = ${id} order by id`;
    const details = { webhookId: id, applicationId: appId, since: all.since, count: 1_000 };
    const row = { accountId: managerId, actorId: managerId, details };
    expect(rows).toEqual([row, row]);
    await sql`delete from deliveries where endpoint_id = ${id}`;
  });

  it('repeat no message if the audit row cannot be written', async () => {
    const { id } = await add();
    const { items } = await changePermission(id);
    const before = await list(id);
    const call = {
      applicationId: appId,
      actorId: managerId,
      accountId: managerId,
      caller: { address: '127.0.0.1', requestId: 'test' },
    };
    const { sql } = server.deps;
    const log = createWebhookLogService({
      ...server.deps,
      webhooks: createWebhooksRepo(sql),
      repo: createMessagesRepo(sql),
      audit: { ...server.deps.audit, write: () => Promise.reject(new Error('no audit row')) },
      kick: () => undefined,
    });
    await expect(log.replay(call, id, items[0].id)).rejects.toThrow('no audit row');
    const all = { since: '2026-01-01T00:00:00.000Z', onlyUndelivered: false };
    await expect(log.replaySince(call, id, all)).rejects.toThrow('no audit row');
    expect(await list(id)).toEqual(before);
  });

  it('can send a test event without retries, and report its response', async () => {
    const { id, secret } = await add();
    receiver.behave((response) => response.writeHead(404).end('no such hook'));
    const answer = await manager.post(pathOf(id, 'test'), {});
    expect(answer.data).toMatchObject({ responseStatus: 404, response: 'no such hook', error: null });
    expect(receiver.verified(secret)).toMatchObject([{ type: 'webhook.test', data: { webhookId: id } }]);
    expect((await list(id)).items).toMatchObject([{ type: 'webhook.test', status: 'failed', attempts: 1 }]);
    await manager.call('PATCH', pathOf(id), { url: 'http://127.0.0.1:1/' });
    expect((await manager.post(pathOf(id, 'test'), {})).data).toMatchObject({ error: 'connection' });
    const audited = await server.deps.sql`
      select kind, details ->> 'webhookId' as webhook from audit_events where kind = 'webhook.tested'`;
    expect([...audited]).toEqual(Array.from({ length: 2 }, () => ({ kind: 'webhook.tested', webhook: id })));
  });

  it('M2 are not found through another application or the association', async () => {
    const other = await createApplication(server);
    const foreign = await add(admin, `/vid/api/apps/${other.id}/webhooks`);
    const association = await add(admin, '/vid/api/admin/webhooks');
    const own = await add();
    const [message] = (await changePermission(own.id)).items;
    await admin.post(`/vid/api/apps/${other.id}/webhooks/${foreign.id}/test`, {});
    const [ofForeign] = await server.deps.sql<{ id: string }[]>`
      select id from deliveries where endpoint_id = ${foreign.id}`;
    for (const path of [pathOf(foreign.id, 'messages', ofForeign?.id ?? ''), pathOf(foreign.id, 'messages')])
      expect((await manager.get(path)).code).toBe('NOT_FOUND');
    const replay = await manager.post(pathOf(foreign.id, 'messages', ofForeign?.id ?? '', 'replay'), {});
    expect(replay.code).toBe('NOT_FOUND');
    for (const id of [foreign.id, association.id, 'whk_missing'])
      for (const [method, rest, body] of [
        ['GET', [], undefined],
        ['PATCH', [], { events }],
        ['DELETE', [], undefined],
        ['POST', ['status'], { status: 'disabled' }],
        ['POST', ['secret'], { endsFormer: true }],
        ['POST', ['test'], {}],
        ['GET', ['messages'], undefined],
        ['GET', ['messages', message.id], undefined],
        ['POST', ['messages', message.id, 'replay'], {}],
        ['POST', ['replay'], { since: '2026-01-01T00:00:00.000Z', onlyUndelivered: false }],
      ] as const) {
        const answer = await manager.call(method, pathOf(id, ...rest), body);
        expect([method, rest, answer.status, answer.code]).toEqual([method, rest, 404, 'NOT_FOUND']);
      }
    // Messages of another webhook of the same application are not found either.
    const second = await add();
    const elsewhere = pathOf(second.id, 'messages', message.id);
    expect((await manager.get(elsewhere)).code).toBe('NOT_FOUND');
    expect((await manager.post(`${elsewhere}/replay`, {})).code).toBe('NOT_FOUND');
    const { data } = await admin.get(`/vid/api/admin/webhooks/${association.id}`);
    expect(data).toMatchObject({ status: 'active', formerSecretUntil: null });
    expect((await admin.get(`/vid/api/admin/webhooks/${own.id}`)).code).toBe('NOT_FOUND');
  });

  it('require a manager’s recent re-authentication for changes, deletion and secrets', async () => {
    const { id } = await add();
    await server.deps.sql`
      update sessions set confirmed_at = now() - interval '6 minutes' where account_id = ${managerId}`;
    for (const [method, path, body] of [
      ['POST', pathOf(), { url: receiver.url, events }],
      ['PATCH', pathOf(id), { events }],
      ['DELETE', pathOf(id), undefined],
      ['POST', pathOf(id, 'secret'), { endsFormer: true }],
    ] as const)
      expect((await manager.call(method, path, body)).code).toBe('REAUTHENTICATION_REQUIRED');
  });

  it('require an administrator’s recent re-authentication, except for a test', async () => {
    const { browser, id: adminId } = await createAdmin(server);
    const path = '/vid/api/admin/webhooks';
    const { id } = await add(browser, path);
    await server.deps.sql`
      update sessions set confirmed_at = now() - interval '6 minutes',
        authenticated_at = now() - interval '6 minutes' where account_id = ${adminId}`;
    const codeOf = async (method: 'POST' | 'PATCH' | 'DELETE', rest: string, body?: object) =>
      (await browser.call(method, `${path}${rest}`, body)).code ?? 'ok';
    for (const [method, rest, body] of [
      ['POST', '', { url: receiver.url, events }],
      ['PATCH', `/${id}`, { events }],
      ['DELETE', `/${id}`, undefined],
      ['POST', `/${id}/secret`, { endsFormer: true }],
      ['POST', `/${id}/status`, { status: 'disabled' }],
      ['POST', `/${id}/messages/none/replay`, {}],
      ['POST', `/${id}/replay`, { since: '2026-01-01T00:00:00Z', onlyUndelivered: true }],
    ] as const)
      expect([rest, await codeOf(method, rest, body)]).toEqual([rest, 'REAUTHENTICATION_REQUIRED']);
    expect(await codeOf('POST', `/${id}/test`, {})).toBe('ok');
  });
});
