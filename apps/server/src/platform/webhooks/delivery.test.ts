import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { webhookEventTypes } from '@vid/contract/webhook-events';
import { createAccount } from '@vid/testkit/accounts';
import { createApplication, useApplication } from '@vid/testkit/applications';
import { callerAt } from '@vid/testkit/http/caller';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { countBacklog } from '#platform/deliveries/backlog.ts';
import { createDeliveryRepo } from './delivery.repo.ts';
import { createWebhookDelivery } from './delivery.ts';
import { startReceiver, type Receiver } from './testing/receiver.ts';
import { personToNotify } from './webhook.policy.ts';

let server: TestServer;
let receiver: Receiver;
let nowMs: () => number;
const caller = callerAt('127.0.0.1');

beforeEach(async () => {
  nowMs = Date.now;
  receiver = await startReceiver();
  server = await startTestServer(inject('cluster'), { overrides: { nowMs: () => nowMs() } });
});
afterEach(async () => {
  await receiver.close();
  await server.close();
});

async function add(url = receiver.url, applicationId: string | null = null) {
  const { id: accountId } = await createAccount(server, { role: 'admin' });
  const call = { applicationId, actorId: accountId, accountId, caller };
  const { id, secret } = await server.deps.webhooks.add(call, { url, events: [...webhookEventTypes] });
  return { id, secret, call };
}
const run = () => server.deps.webhookDelivery.run();
const messages = () => server.deps.sql<
  { id: string; status: string; attempts: number; endpointId: string }[]
>`
  select id, status, attempts, endpoint_id from deliveries where kind = 'webhook' order by created_at, id`;
const attempts = () => server.deps.sql`
  select attempt, response_status, error, response from webhook_attempts order by id`;
const statusOf = async (id: string) => {
  const [row] = await server.deps.sql<{ status: string; failures: number; pause: number }[]>`
    select status, failures, round(extract(epoch from resume_at - now()))::int as pause from webhook_endpoints where id = ${id}`;
  return row;
};
const hurry = () => server.deps.sql`
  with due as (update deliveries set next_attempt_at = now() where kind = 'webhook' and status = 'pending')
  update webhook_endpoints set resume_at = now()`;
const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 20_000, interval: 20 });

type Call = Awaited<ReturnType<typeof add>>['call'];
/**
 * Sends ten messages and waits until eight requests are open. `finish` answers all ten, and returns when all
 * work has ended.
 */
async function holdEight() {
  const { id: applicationId } = await createApplication(server);
  const { id, secret, call } = await add(receiver.url, applicationId);
  for (let count = 0; count < 10; count += 1) {
    const account = await createAccount(server);
    await useApplication(server, account.id, applicationId);
  }
  const held: ServerResponse[] = [];
  receiver.behave((response) => void held.push(response));
  const running = run();
  await until(() => expect(held).toHaveLength(8));
  return {
    id,
    secret,
    call,
    held,
    /** Answers every held request that has no response yet with `status`. */
    finish: async (status: number): Promise<void> => {
      receiver.behave(status);
      for (const response of held) if (!response.writableEnded) response.writeHead(status).end();
      await running;
      await server.deps.background.idle();
    },
  };
}
const pending = async () => (await messages()).filter(({ status }) => status === 'pending').length;

describe('webhook delivery', () => {
  it('posts a signed event, and records the receiver’s response', async () => {
    const { secret } = await add();
    receiver.behave((response) => response.writeHead(202).end('Đã nhận'));
    const { id } = await createAccount(server);
    await run();
    expect(receiver.verified(secret)).toEqual([
      { type: 'account.created', timestamp: expect.any(String), data: { sub: id, kind: 'personal' } },
    ]);
    const [message] = await messages();
    const [made] = await server.deps.sql<{ at: Date }[]>`
      select created_at as at from deliveries where kind = 'webhook'`;
    expect(JSON.parse(receiver.received[0]?.body ?? '{}').timestamp).toBe(made?.at.toISOString());
    expect([message?.status, receiver.ids()]).toEqual(['delivered', [message?.id]]);
    expect(await countBacklog(server.deps.sql)).toContainEqual(
      expect.objectContaining({ kind: 'webhook', waiting: 0 }),
    );
    expect(receiver.received[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'VID-Webhooks/1.0',
      'webhook-id': expect.stringMatching(/^msg_[0-9a-f]{32}$/u),
    });
    expect(await attempts()).toEqual([{ attempt: 1, responseStatus: 202, error: null, response: 'Đã nhận' }]);
    const { registry } = server.deps.metrics;
    expect(await registry.getSingleMetricAsString('vid_webhook_attempts_total')).toContain(
      '{event="delivered"}',
    );
  });

  it('R7 keeps at most 20 attempts of a message, including the newest', async () => {
    const { id, call } = await add();
    await createAccount(server);
    await run();
    const [message] = await messages();
    const messageId = message?.id ?? '';
    await server.deps.sql`
      insert into webhook_attempts (message_id, attempt, duration_ms, error)
      select ${messageId}, 1, 1, 'timeout' from generate_series(1, 30)`;
    receiver.behave(202);
    await server.deps.webhookLog.replay(call, id, messageId);
    await run();
    const left = await attempts();
    expect(left).toHaveLength(20);
    expect(left.at(-1)).toMatchObject({ attempt: 1, responseStatus: 202 });
  });

  it('pauses an endpoint for as long as its Retry-After header requests', async () => {
    const { id } = await add();
    receiver.behave((response) => response.writeHead(429, { 'retry-after': '600' }).end());
    await createAccount(server);
    await run();
    expect(await statusOf(id)).toMatchObject({ failures: 1, pause: 600 });
    const [due] = await server.deps.sql<{ seconds: number }[]>`
      select round(extract(epoch from next_attempt_at - now()))::int as seconds from deliveries where kind = 'webhook'`;
    expect(due).toEqual({ seconds: 600 });
    await createAccount(server);
    await run();
    expect(receiver.received).toHaveLength(1);
    // After three failures, the receiver gets one message at a time and the longer of VID's pause and the
    // requested pause.
    await hurry();
    await server.deps.sql`update webhook_endpoints set failures = 3`;
    await run();
    expect(receiver.received).toHaveLength(2);
    expect(await statusOf(id)).toMatchObject({ failures: 4, pause: 600 });
  });

  it('signs with the attempt’s time and both secrets after a rotation', async () => {
    const { id, secret, call } = await add();
    const { secret: newer } = await server.deps.webhooks.rotateSecret(call, id, { endsFormer: false });
    const week = await server.deps.sql`
      select from webhook_endpoints where id = ${id}
        and former_until between now() + interval '6 days 23 hours' and now() + interval '7 days'`;
    expect(week).toHaveLength(1);
    await createAccount(server);
    await run();
    expect([receiver.verified(secret), receiver.verified(newer)].map(({ length }) => length)).toEqual([1, 1]);
    const { secret: newest } = await server.deps.webhooks.rotateSecret(call, id, { endsFormer: true });
    nowMs = () => Date.now() - 120_000;
    receiver.received.length = 0;
    await createAccount(server);
    await run();
    expect(receiver.verified(newest)).toHaveLength(1);
    expect(() => receiver.verified(newer)).toThrow('No matching signature');
    const sentAt = Number(receiver.received[0]?.headers['webhook-timestamp']);
    expect(Math.abs(sentAt + 120 - Date.now() / 1_000)).toBeLessThan(60);
  });

  it('stores no secret in plain text', async () => {
    const { secret } = await add();
    const rows = await server.deps.sql<{ text: string }[]>`select e::text as text from webhook_endpoints e`;
    const hex = Buffer.from(secret).toString('hex');
    expect(JSON.stringify(rows)).not.toContain(hex);
    expect(server.logLines.join('\n')).not.toContain(secret);
  });

  it('sends a message up to ten times with the same id', async () => {
    const { id } = await add();
    receiver.behave(500);
    await createAccount(server);
    const waits: (number | null)[] = [];
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await run();
      const [row] = await server.deps.sql<{ wait: number | null }[]>`
        select case when status = 'pending' then round(extract(epoch from next_attempt_at - now()) / 60)::int end as wait
        from deliveries where kind = 'webhook'`;
      waits.push(row?.wait ?? null);
      await hurry();
    }
    expect(waits).toEqual([1, 5, 30, 120, 300, 600, 840, 1_200, 1_200, null]);
    expect(new Set(receiver.ids()).size).toBe(1);
    expect(receiver.received).toHaveLength(10);
    expect(
      await server.deps.metrics.registry.getSingleMetricAsString('vid_webhook_attempts_total'),
    ).toContain('{event="failed"} 10');
    expect(await messages()).toMatchObject([{ status: 'failed', attempts: 10 }]);
    expect(await statusOf(id)).toMatchObject({ status: 'failing', failures: 10 });
    const [notice] = await server.deps.sql`select type as purpose from deliveries where kind = 'sms'`;
    expect(notice).toEqual({ purpose: 'webhook-failing' });
  });

  it('disables an endpoint after three days of failing', async () => {
    const { id } = await add();
    receiver.behave(500);
    const age = () =>
      server.deps.sql`update deliveries set give_up_at = now() where kind = 'webhook' and status = 'pending'`;
    const sweep = async () => {
      await server.deps.webhookDelivery.sweep();
      await server.deps.background.idle();
    };
    await createAccount(server);
    await age();
    await sweep();
    expect((await statusOf(id))?.status).toBe('failing');
    await createAccount(server);
    await age();
    await sweep();
    expect((await statusOf(id))?.status).toBe('failing');
    await server.deps.sql`update webhook_endpoints set failing_since = now() - interval '3 days'`;
    await createAccount(server);
    await age();
    await sweep();
    expect((await statusOf(id))?.status).toBe('disabled');
    await createAccount(server);
    await sweep();
    expect((await messages()).map(({ status }) => status)).toEqual(['failed', 'failed', 'failed', 'skipped']);
    const notices = await server.deps.sql`
      select type as purpose, status from deliveries where kind = 'sms' order by created_at`;
    expect(notices).toEqual([
      { purpose: 'webhook-failing', status: 'sent' },
      { purpose: 'webhook-disabled', status: 'sent' },
    ]);
  });

  it('drops 502 expired messages in one sweep, and sends the others', async () => {
    const [{ id }, other] = [await add(), await add()];
    await server.deps.sql`
      insert into deliveries (kind, id, endpoint_id, type, data, give_up_at)
      select 'webhook', 'msg_old' || n, case when n = 0 then ${other.id} else ${id} end, 'account.locked', '{}', now()
      from generate_series(0, 501) n`;
    await createAccount(server);
    await server.deps.webhookDelivery.sweep();
    await server.deps.background.idle();
    // The first endpoint also gets a message about the account that added the second endpoint.
    expect(receiver.received).toHaveLength(3);
    const counts = await server.deps.sql`
      select status, count(*)::int as count from deliveries where kind = 'webhook' group by status order by status`;
    expect(counts).toEqual([
      { status: 'delivered', count: 3 },
      { status: 'failed', count: 502 },
    ]);
  });

  it('considers an endpoint healthy after one success', async () => {
    const { id } = await add();
    await server.deps
      .sql`update webhook_endpoints set status = 'failing', failing_since = now(), failures = 5`;
    await createAccount(server);
    await run();
    expect(await statusOf(id)).toMatchObject({ status: 'active', failures: 0 });
  });

  it('disables an endpoint that responds with 410', async () => {
    const { id } = await add();
    receiver.behave(410);
    await createAccount(server);
    await run();
    expect((await statusOf(id))?.status).toBe('disabled');
  });

  it('pauses a failing endpoint, and then tries one message', async () => {
    const { id } = await add();
    receiver.behave(503);
    for (let count = 0; count < 20; count += 1) await createAccount(server);
    await run();
    const tried = receiver.received.length;
    expect(tried).toBeLessThan(20);
    expect((await statusOf(id))?.pause).toBeGreaterThan(30);
    await run();
    expect(receiver.received).toHaveLength(tried);
    await server.deps.sql`update webhook_endpoints set resume_at = now()`;
    await run();
    expect(receiver.received).toHaveLength(tried + 1);
    receiver.behave(204);
    await hurry();
    await run();
    expect((await messages()).every(({ status }) => status === 'delivered')).toBe(true);
  });

  it('continues with an endpoint that was released during a claim', async () => {
    await add();
    await createAccount(server);
    await createAccount(server);
    // A failing endpoint gets one message per round, so a second round is needed.
    await server.deps.sql`update webhook_endpoints set failures = 3`;
    const repo = createDeliveryRepo(server.deps.sql);
    const released = Promise.withResolvers<void>();
    let claims = 0;
    const delivery = createWebhookDelivery({
      ...server.deps,
      notifyOwner: () => Promise.resolve(),
      kickNotices: () => undefined,
      repo: {
        ...repo,
        async claim(...given) {
          const claimed = await repo.claim(...given);
          claims += 1;
          // The second claim finds no free endpoint, and returns only after the first round has ended.
          if (claims === 2) await released.promise.then(() => setImmediate());
          return claimed;
        },
        async release(...given) {
          await repo.release(...given);
          released.resolve();
        },
      },
    });
    await delivery.run();
    expect((await messages()).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  });

  it('serves one receiver while another hangs', async () => {
    const hanging = await startReceiver();
    hanging.behave(() => undefined);
    await add(hanging.url);
    await add();
    for (let count = 0; count < 30; count += 1) await createAccount(server);
    const startedAt = performance.now();
    const running = run();
    await until(() => expect(receiver.received).toHaveLength(30));
    expect(hanging.received.length).toBeGreaterThan(0);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    await hanging.close();
    await running;
  });

  it('sends each message once even if two processes run', async () => {
    await add();
    for (let count = 0; count < 60; count += 1) await createAccount(server);
    const twin = await server.twin();
    await Promise.all([run(), twin.deps.webhookDelivery.run(), run(), twin.deps.webhookDelivery.run()]);
    expect(receiver.received).toHaveLength(60);
    expect(new Set(receiver.ids()).size).toBe(60);
    expect((await messages()).every(({ status }) => status === 'delivered')).toBe(true);
  });

  it('sends a new message of another process before the next run', async () => {
    await add();
    await createAccount(server);
    const twin = await server.twin();
    twin.deps.webhookDelivery.start();
    await until(() => expect(receiver.received).toHaveLength(1));
    let created = 1;
    await until(async () => {
      await createAccount(server);
      created += 1;
      expect(receiver.received.length).toBeGreaterThan(1);
    });
    await until(() => expect(receiver.received).toHaveLength(created));
    // By now, the other process listens, so only the event of the commit can wake it.
    await createAccount(server);
    await until(() => expect(receiver.received).toHaveLength(created + 1));
  });

  it('D6 sends a message once the lease of a dead process ends', async () => {
    await add();
    await createAccount(server);
    // A process that dies while it waits for a response leaves this state.
    await server.deps.sql`
      update webhook_endpoints set lease_id = 'dead', lease_until = now() + interval '60 seconds'`;
    await run();
    expect(receiver.received).toHaveLength(0);
    await server.deps.sql`update webhook_endpoints set lease_until = now() - interval '1 second'`;
    await run();
    const [message] = await messages();
    expect(receiver.ids()).toEqual([message?.id]);
  });

  it('selects the endpoint’s creator for notices, or else another responsible account', async () => {
    const { sql } = server.deps;
    const [owner, manager, leaver] = [
      await createAccount(server),
      await createAccount(server),
      await createAccount(server),
    ];
    const shop = await createApplication(server);
    const ofShop = await add(receiver.url, shop.id);
    const ofAssociation = await add();
    const repo = createDeliveryRepo(sql);
    const toldFor = async (id: string) => {
      const [row] = await sql<{ ownerId: string | null; applicationId: string | null }[]>`
        select owner_id, application_id from webhook_endpoints where id = ${id}`;
      const { applicationId = null, ownerId = null } = row ?? {};
      const isAssociation = applicationId === null;
      const responsible = isAssociation ? repo.listAdmins(sql) : repo.listManagers(sql, applicationId);
      return personToNotify(ownerId, await responsible);
    };
    const join = ({ id }: { id: string }) => sql`
      insert into application_managers (application_id, account_id) values (${shop.id}, ${id})`;
    await sql`update webhook_endpoints set owner_id = ${leaver.id} where id = ${ofShop.id}`;
    expect(await toldFor(ofShop.id)).toBeUndefined();
    await join(manager);
    expect(await toldFor(ofShop.id)).toBe(manager.id);
    await sql`update applications set owner_id = ${owner.id} where id = ${shop.id}`;
    expect(await toldFor(ofShop.id)).toBe(owner.id);
    await join(leaver);
    expect(await toldFor(ofShop.id)).toBe(leaver.id);
    const { actorId } = ofAssociation.call;
    expect(await toldFor(ofAssociation.id)).toBe(actorId);
    await sql`update accounts set role = 'user' where id = ${actorId}`;
    expect(await toldFor(ofAssociation.id)).toBe(ofShop.call.actorId);
  });

  it('does not drop an old message while a process is sending it', async () => {
    const { sql, webhookDelivery } = server.deps;
    const { id } = await add();
    const held = Promise.withResolvers<ServerResponse>();
    receiver.behave((response) => held.resolve(response));
    await createAccount(server);
    const running = run();
    const response = await held.promise;
    await sql`update deliveries set give_up_at = now() where kind = 'webhook'`;
    await webhookDelivery.sweep();
    response.writeHead(204).end();
    await running;
    await server.deps.background.idle();
    expect(await messages()).toMatchObject([{ status: 'delivered', attempts: 1 }]);
    expect((await statusOf(id))?.status).toBe('active');
  });

  it('drops an old message while another message is being sent', async () => {
    const { sql, webhookDelivery } = server.deps;
    const { id } = await add();
    receiver.behave(500);
    await createAccount(server);
    await run();
    await sql`update deliveries set give_up_at = now() where kind = 'webhook'`;
    await sql`update webhook_endpoints set resume_at = now()`;
    const held = Promise.withResolvers<ServerResponse>();
    receiver.behave((response) => held.resolve(response));
    await createAccount(server);
    const running = run();
    const response = await held.promise;
    await webhookDelivery.sweep();
    expect(await messages()).toMatchObject([{ status: 'failed' }, { status: 'pending' }]);
    expect((await statusOf(id))?.status).toBe('failing');
    response.writeHead(204).end();
    await running;
    await server.deps.background.idle();
    expect(await messages()).toMatchObject([{ status: 'failed' }, { status: 'delivered' }]);
  });

  it('drops a locked application’s messages without marking its webhook as failing', async () => {
    const { sql, webhookDelivery } = server.deps;
    const shop = await createApplication(server);
    const { id } = await add(receiver.url, shop.id);
    const account = await createAccount(server);
    await useApplication(server, account.id, shop.id);
    await sql`update applications set status = 'disabled'`;
    await sql`update deliveries set give_up_at = now()`;
    await webhookDelivery.sweep();
    await server.deps.background.idle();
    expect((await messages()).map(({ status }) => status)).toEqual(['skipped']);
    expect((await statusOf(id))?.status).toBe('active');
    expect(await sql`select from deliveries where kind = 'sms'`).toHaveLength(0);
  });

  it('sends nothing to a deleted webhook or a locked application', async () => {
    const shop = await createApplication(server);
    const { id, call } = await add(receiver.url, shop.id);
    const account = await createAccount(server);
    const { sql, webhooks } = server.deps;
    await useApplication(server, account.id, shop.id);
    await sql`update applications set status = 'disabled'`;
    await run();
    await sql`update applications set status = 'active'`;
    await webhooks.remove(call, id);
    await run();
    expect(receiver.received).toHaveLength(0);
    for (const { deleteExpired } of server.deps.modules.webhooks.purges ?? [])
      while ((await deleteExpired(1)) > 0);
    expect([await messages(), await sql`select from webhook_endpoints`].map(({ length }) => length)).toEqual([
      0, 0,
    ]);
  });
});

describe('a webhook delivery in progress', () => {
  it.each([204, 503, 410])(
    'sends the remaining messages to a changed URL after response %i',
    async (status) => {
      const { id, secret, call, finish } = await holdEight();
      const newer = await startReceiver();
      await server.deps.webhooks.change(call, id, { url: newer.url });
      await finish(status);
      expect(receiver.received).toHaveLength(8);
      const all = (await messages()).map((message) => message.id);
      const rest = all.filter((sent) => !receiver.ids().includes(sent));
      // The new URL may also get messages that were in flight to the old URL.
      expect(rest).toHaveLength(2);
      expect(newer.ids()).toEqual(expect.arrayContaining(rest));
      expect(newer.verified(secret)).toHaveLength(newer.received.length);
      expect(await statusOf(id)).toMatchObject({ status: 'active', failures: 0 });
      await hurry();
      await run();
      expect(await pending()).toBe(0);
      expect(newer.ids()).toEqual(expect.arrayContaining(status === 204 ? rest : all));
      await newer.close();
    },
  );

  it('keeps the lease if only the description changes', async () => {
    const { sql } = server.deps;
    const { id, call, finish } = await holdEight();
    const lease = () => sql`select lease_id, lease_until from webhook_endpoints where id = ${id}`;
    const [before] = await lease();
    await server.deps.webhooks.change(call, id, { description: 'Kho', url: receiver.url });
    expect(await lease()).toEqual([before]);
    expect(before?.['leaseId']).not.toBeNull();
    await finish(204);
    expect(receiver.received).toHaveLength(10);
  });

  it('sends nothing to a URL that is replaced before sending', async () => {
    const { id, call } = await add();
    await createAccount(server);
    const newer = await startReceiver();
    const repo = createDeliveryRepo(server.deps.sql);
    let isChanged = false;
    const delivery = createWebhookDelivery({
      ...server.deps,
      notifyOwner: () => Promise.resolve(),
      kickNotices: () => undefined,
      repo: {
        ...repo,
        async listDue(...given) {
          if (!isChanged) await server.deps.webhooks.change(call, id, { url: newer.url });
          isChanged = true;
          return repo.listDue(...given);
        },
      },
    });
    await delivery.run();
    expect([receiver.received.length, newer.received.length]).toEqual([0, 1]);
    await newer.close();
  });

  it('signs the remaining messages with the new secret after a rotation', async () => {
    const { id, call, finish } = await holdEight();
    const { secret } = await server.deps.webhooks.rotateSecret(call, id, { endsFormer: true });
    await finish(204);
    expect(receiver.received.splice(0, 8)).toHaveLength(8);
    expect(receiver.verified(secret).length).toBeGreaterThanOrEqual(2);
  });

  it.each<[string, (id: string, call: Call) => Promise<unknown>]>([
    ['to a removed webhook', (id, call) => server.deps.webhooks.remove(call, id)],
    ['to a disabled webhook', (id, call) => server.deps.webhooks.setStatus(call, id, 'disabled')],
    [
      'to the webhook of a locked application',
      (_id, { applicationId }) =>
        server.deps.sql`update applications set status = 'disabled' where id = ${applicationId}`,
    ],
    [
      'from a process that stops',
      () => {
        void server.deps.webhookDelivery.stop();
        return Promise.resolve();
      },
    ],
  ])('sends nothing more %s', async (_name, change) => {
    const { id, call, finish } = await holdEight();
    await change(id, call);
    await finish(204);
    expect([receiver.received.length, await pending()]).toEqual([8, 2]);
  });

  it('sends nothing more to a receiver that asks for a pause', async () => {
    const { id, finish, held } = await holdEight();
    held[0]?.writeHead(429, { 'retry-after': '600' }).end();
    await until(async () => expect(await attempts()).toHaveLength(1));
    await finish(204);
    expect([receiver.received.length, await pending()]).toEqual([8, 3]);
    expect((await statusOf(id))?.pause).toBe(600);
  });

  it('sends nothing more to a receiver that responds with 410', async () => {
    const { id, finish } = await holdEight();
    await finish(410);
    expect([receiver.received.length, (await statusOf(id))?.status]).toEqual([8, 'disabled']);
  });
});
