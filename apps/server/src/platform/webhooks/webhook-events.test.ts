import {
  webhookBody,
  webhookEvents,
  webhookEventTypes,
  type WebhookEventType,
} from '@vid/contract/webhook-events';
import { createAccount } from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { publishWebhooks } from './publish.ts';

let server: TestServer;
let shop: { id: string; code: string };
let bank: { id: string; code: string };
const caller = {
  address: '127.0.0.1',
  addressKey: '127.0.0.1',
  requestId: 'test',
  userAgent: '',
  locale: 'vi',
} as const;
const by = { actorId: null, caller };

beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  shop = await createApplication(server);
  bank = await createApplication(server);
  const { sql } = server.deps;
  for (const [id, applicationId] of [
    ['whk_desk', null],
    ['whk_shop', shop.id],
    ['whk_bank', bank.id],
  ] as const)
    await sql`
      insert into webhook_endpoints (id, application_id, url, event_types, sealed_secret)
      values (${id}, ${applicationId}, 'http://127.0.0.1:1/', ${[...webhookEventTypes]}, '')`;
});
afterAll(() => server.close());
beforeEach(() => server.deps.sql`delete from webhook_messages`);

type Recorded = { endpointId: string; type: WebhookEventType; data: unknown };
const recorded = async () => {
  const rows = await server.deps.sql<Recorded[]>`
    select endpoint_id, type, data from webhook_messages order by created_at, endpoint_id, type`;
  return rows.map(({ endpointId, type, data }) => [endpointId.slice(4), type, data] as const);
};
/** An account that has used the shop, with the messages about it deleted. */
async function user() {
  const { sql } = server.deps;
  const { id } = await createAccount(server);
  await sql`
    insert into application_uses (account_id, application_id, scopes) values (${id}, ${shop.id}, '{openid}')`;
  await sql`delete from webhook_messages`;
  return id;
}

describe('the events of webhooks', () => {
  it('say to the association that an account was created, and to an application that it learns of one', async () => {
    const { id } = await createAccount(server);
    expect(await recorded()).toEqual([['desk', 'account.created', { sub: id, kind: 'personal' }]]);
    const { sql } = server.deps;
    for (let time = 0; time < 2; time += 1)
      await sql`
        insert into application_uses (account_id, application_id, scopes) values (${id}, ${shop.id}, '{openid}')
        on conflict (account_id, application_id) do update set last_used_at = now()`;
    expect((await recorded()).slice(1)).toEqual([['shop', 'account.created', { sub: id }]]);
  });

  it('say that an account was locked and unlocked, to the applications it has used', async () => {
    const id = await user();
    await server.deps.modules.accounts.accountLock.lock(id, by);
    await server.deps.modules.accounts.accountLock.lock(id, by);
    await server.deps.modules.accounts.accountLock.unlock(id, by);
    expect(await recorded()).toEqual([
      ['desk', 'account.locked', { sub: id, lockedBy: 'association' }],
      ['shop', 'account.locked', { sub: id }],
      ['desk', 'account.unlocked', { sub: id }],
      ['shop', 'account.unlocked', { sub: id }],
    ]);
  });

  it('say that an account was erased, and nothing of its permissions and consents', async () => {
    const id = await user();
    const { sql } = server.deps;
    await sql`
      insert into permissions (id, account_id, application_id, role) values ('app_gone', ${id}, ${bank.id}, 'viewer')`;
    await sql`insert into application_consents (account_id, application_id, scopes) values (${id}, ${shop.id}, '{}')`;
    await sql`delete from webhook_messages`;
    await sql`insert into account_deletions (account_id, erase_at) values (${id}, now())`;
    expect(await server.deps.modules.privacy.erasure.run()).toBe(1);
    expect(await recorded()).toEqual(
      ['bank', 'desk', 'shop'].map((endpoint) => [endpoint, 'account.deleted', { sub: id }]),
    );
  });

  it('say how a permission changed, to its application and the association', async () => {
    const { id } = await createAccount(server);
    const { sql } = server.deps;
    await sql`delete from webhook_messages`;
    await sql`insert into permissions (id, account_id, application_id, role) values ('app_p', ${id}, ${shop.id}, 'a')`;
    await sql`update permissions set role = 'b' where id = 'app_p'`;
    await sql`update permissions set status = 'locked' where id = 'app_p'`;
    await sql`update permissions set status = 'active' where id = 'app_p'`;
    await sql`update permissions set role = 'b' where id = 'app_p'`;
    await sql`delete from permissions where id = 'app_p'`;
    const data = (change: string, role: string, previousRole: string | null = null) => ({
      sub: id,
      application: shop.code,
      permissionId: 'app_p',
      change,
      role,
      previousRole,
    });
    const found = await recorded();
    expect(found[1]).toEqual(['shop', 'account.created', { sub: id }]);
    const changes = [
      data('added', 'a'),
      data('role', 'b', 'a'),
      data('locked', 'b'),
      data('unlocked', 'b'),
      data('removed', 'b'),
    ];
    const of = (endpoint: string) =>
      found
        .filter(([name, type]) => name === endpoint && type === 'permission.changed')
        .map(([, , event]) => event);
    expect([of('desk'), of('shop'), of('bank')]).toEqual([changes, changes, []]);
  });

  it('say that a certificate was verified, not to third parties', async () => {
    const id = await user();
    const { sql } = server.deps;
    await sql`insert into application_uses (account_id, application_id, scopes) values (${id}, ${bank.id}, '{}')`;
    await sql`update applications set is_first_party = (id = ${bank.id}) where id in (${shop.id}, ${bank.id})`;
    await sql`delete from webhook_messages`;
    await sql`
      insert into broker_certificates (account_id, number, province, issued_on, expires_on)
      values (${id}, '1', '01', '2026-01-01', '2031-05-31')`;
    await sql`update broker_certificates set status = 'confirmed' where account_id = ${id}`;
    const data = { sub: id, expiresOn: '2031-05-31' };
    expect(await recorded()).toEqual([
      ['bank', 'certificate.verified', data],
      ['desk', 'certificate.verified', data],
    ]);
  });

  it('say once that a consent was withdrawn, to the application it was for', async () => {
    const id = await user();
    const { sql, consents } = server.deps;
    await sql`
      insert into application_consents (account_id, application_id, scopes) values (${id}, ${shop.id}, '{openid}')`;
    await consents.withdraw({ accountId: id, appCode: shop.code, caller });
    await sql`
      insert into consents (account_id, purpose, action, notice_version, method, address)
      values (${id}, 'marketing', 'withdrawn', '1', 'test', '')`;
    const data = { sub: id, purpose: null, application: shop.code };
    expect(await recorded()).toEqual([
      ['desk', 'consent.withdrawn', data],
      ['shop', 'consent.withdrawn', data],
      ['desk', 'consent.withdrawn', { sub: id, purpose: 'marketing', application: null }],
    ]);
  });

  it('are not recorded for a change that is rolled back', async () => {
    const id = await user();
    const { sql } = server.deps;
    const failed = sql.begin(async (tx) => {
      await publishWebhooks(tx, { event: 'account.unlocked', accountId: id });
      expect(await tx`select from webhook_messages`).toHaveLength(2);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await recorded()).toEqual([]);
  });

  it('reach no locked application and no endpoint that did not ask, and are kept for a disabled one', async () => {
    const id = await user();
    const { sql } = server.deps;
    const { lock, unlock } = server.deps.modules.accounts.accountLock;
    await sql`update applications set status = 'disabled' where id = ${shop.id}`;
    await sql`update webhook_endpoints set event_types = '{account.deleted}' where id = 'whk_desk'`;
    await lock(id, by);
    expect(await recorded()).toEqual([]);
    await unlock(id, by);
    await sql`update applications set status = 'active' where id = ${shop.id}`;
    await sql`update webhook_endpoints set status = 'disabled' where id = 'whk_shop'`;
    await lock(id, by);
    expect(await sql`select endpoint_id, status from webhook_messages`).toEqual([
      { endpointId: 'whk_shop', status: 'skipped' },
    ]);
    await sql`update webhook_endpoints set event_types = ${[...webhookEventTypes]}, status = 'active'`;
  });

  it('have the documented schema, with nothing else', async () => {
    const id = await user();
    const { sql } = server.deps;
    await server.deps.modules.accounts.accountLock.lock(id, by);
    await sql.begin((tx) => publishWebhooks(tx, { event: 'account.deleted', accountId: id }));
    const rows = await recorded();
    expect(rows.length).toBeGreaterThan(3);
    for (const [, type, data] of rows) {
      const body = { type, timestamp: new Date().toISOString(), data };
      expect(Value.Check(webhookBody(type), body)).toBe(true);
      expect(Object.keys(webhookEvents[type].data.properties)).toEqual(
        expect.arrayContaining(Object.keys(Object(data))),
      );
    }
  });
});
