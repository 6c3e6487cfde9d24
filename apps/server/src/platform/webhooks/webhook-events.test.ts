import {
  webhookBody,
  webhookEvents,
  webhookEventTypes,
  type WebhookEventType,
} from '@vid/contract/webhook-events';
import { termsVersion } from '@vid/contract/limits';
import { createAccount, signIn } from '@vid/testkit/accounts';
import { createApplication, useApplication } from '@vid/testkit/applications';
import { TestBrowser } from '@vid/testkit/browser';
import { callerAt } from '@vid/testkit/http/caller';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { publishWebhooks } from './publish.ts';
import { noteUses } from '#consent/application-uses.ts';

let server: TestServer;
let shop: { id: string; code: string };
let bank: { id: string; code: string };
let manager: TestBrowser;
const caller = callerAt('127.0.0.1');
const by = { actorId: null, caller };

beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  manager = new TestBrowser(server.app);
  const { id: ownerId, ...login } = await createAccount(server);
  await signIn(manager, login);
  shop = await createApplication(server, { ownerId });
  bank = await createApplication(server, { ownerId });
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
beforeEach(() => server.deps.sql`delete from deliveries where kind = 'webhook'`);

type Recorded = { endpointId: string; type: WebhookEventType; data: unknown };
const recorded = async () => {
  const rows = await server.deps.sql<Recorded[]>`
    select endpoint_id, type, data from deliveries where kind = 'webhook' order by created_at, endpoint_id, type`;
  return rows.map(({ endpointId, type, data }) => [endpointId.slice(4), type, data] as const);
};
async function user() {
  const { sql } = server.deps;
  const { id } = await createAccount(server);
  await useApplication(server, id, shop.id);
  await sql`delete from deliveries where kind = 'webhook'`;
  return id;
}

describe('webhook events', () => {
  it('announce the first use of an application to that application', async () => {
    const { id } = await createAccount(server);
    expect(await recorded()).toEqual([['desk', 'account.created', { sub: id, kind: 'personal' }]]);
    const { sql, applications } = server.deps;
    for (let time = 0; time < 2; time += 1) {
      await useApplication(server, id, shop.id);
      await sql`update application_uses set last_used_at = now() - interval '2 hours'`;
    }
    expect((await recorded()).slice(1)).toEqual([['shop', 'account.created', { sub: id }]]);
    await applications.grant(bank.code, id, 'viewer');
    await useApplication(server, id, bank.id);
    expect(
      (await recorded()).filter(([endpoint, type]) => endpoint === 'bank' && type === 'account.created'),
    ).toHaveLength(1);
  });

  it('announce both accounts whose first uses of an application are recorded together', async () => {
    const { sql } = server.deps;
    const ids = [(await createAccount(server)).id, (await createAccount(server)).id];
    await sql`delete from deliveries where kind = 'webhook'`;
    await noteUses(
      sql,
      ids.map((accountId) => ({ accountId, applicationId: shop.id, scopes: ['openid'] })),
    );
    const announced = (await recorded()).map(([endpoint, type, data]) => [
      endpoint,
      type,
      Object(data)['sub'],
    ]);
    expect(new Set(announced.map((event) => event.join(' ')))).toEqual(
      new Set(ids.map((id) => `shop account.created ${id}`)),
    );
  });

  it('announce a lock and unlock to the association and an application', async () => {
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

  it('announce no lock of an account that its owner locked before', async () => {
    const id = await user();
    await server.deps.accounts.lockForOwner(server.deps.sql, id, { phoneInDoubt: false });
    expect(await server.deps.modules.accounts.accountLock.lock(id, by)).toBe(true);
    expect(await recorded()).toEqual([]);
  });

  it('announce an erased account only once to each endpoint', async () => {
    const id = await user();
    const { sql } = server.deps;
    await sql`
      insert into permissions (id, account_id, application_id, role) values ('app_gone', ${id}, ${bank.id}, 'viewer')`;
    await sql`insert into application_consents (account_id, application_id, scopes) values (${id}, ${shop.id}, '{}')`;
    await sql`delete from deliveries where kind = 'webhook'`;
    await sql`insert into account_deletions (account_id, erase_at) values (${id}, now())`;
    expect(await server.deps.modules.privacy.erasure.run()).toBe(1);
    expect(await recorded()).toEqual(
      ['bank', 'desk', 'shop'].map((endpoint) => [endpoint, 'account.deleted', { sub: id }]),
    );
  });

  it('announce a changed permission to its application and the association', async () => {
    const { id, phone } = await createAccount(server);
    const { sql } = server.deps;
    const url = `/vid/api/apps/${shop.id}/permissions`;
    for (const code of ['a', 'b'])
      await sql`insert into application_roles (application_id, code, name) values (${shop.id}, ${code}, ${code})`;
    await sql`delete from deliveries where kind = 'webhook'`;
    await manager.post(url, { role: 'a', phones: [phone, phone] });
    const [permission] = await sql<{ id: string }[]>`select id from permissions where account_id = ${id}`;
    const permissionId = permission?.id ?? '';
    const ids = [permissionId];
    await manager.post(url, { role: 'a', phones: [phone] });
    await manager.post(`${url}/set-role`, { ids, role: 'b' });
    for (const change of ['lock', 'lock', 'unlock']) await manager.post(`${url}/${change}`, { ids });
    await manager.post(`${url}/set-role`, { ids, role: 'b' });
    await manager.post(`${url}/remove`, { ids });
    const data = (change: string, role: string, previousRole: string | null = null) => ({
      sub: id,
      application: shop.code,
      permissionId,
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

  it('announce roles that the operator grants and withdraws', async () => {
    const [one, both] = [await createAccount(server), await createAccount(server)];
    const { sql, applications } = server.deps;
    const url = `/vid/api/apps/${bank.id}`;
    for (let time = 0; time < 2; time += 1) await applications.grant(bank.code, one.id, 'old');
    for (const role of ['old', 'new']) await applications.grant(bank.code, both.id, role);
    const permissions = await sql<{ id: string; accountId: string; role: string }[]>`
      select id, account_id, role from permissions where application_id = ${bank.id}`;
    const idOf = (accountId: string, role: string) =>
      permissions.find((row) => row.accountId === accountId && row.role === role)?.id ?? '';
    await manager.post(`${url}/permissions/lock`, { ids: [idOf(both.id, 'old')] });
    expect((await manager.post(`${url}/roles/old/remove`, { moveTo: 'new' })).data).toEqual({ moved: 2 });
    await applications.withdraw(bank.code, one.id);
    const changes = (await recorded())
      .filter(([endpoint, type]) => endpoint === 'bank' && type === 'permission.changed')
      .map(([, , data]) => data);
    const data = (id: string, permission: string, change: string, role: string) => ({
      sub: id,
      application: bank.code,
      permissionId: idOf(id, permission),
      change,
      role,
      previousRole: change === 'role' ? 'old' : null,
    });
    expect(changes).toHaveLength(8);
    expect(changes).toEqual(
      expect.arrayContaining([
        data(one.id, 'old', 'added', 'old'),
        data(both.id, 'old', 'added', 'old'),
        data(both.id, 'new', 'added', 'new'),
        data(both.id, 'old', 'locked', 'old'),
        data(both.id, 'old', 'removed', 'old'),
        data(both.id, 'new', 'locked', 'new'),
        data(one.id, 'old', 'role', 'new'),
        data(one.id, 'old', 'removed', 'new'),
      ]),
    );
  });

  it('announce a verified certificate, but not to third parties', async () => {
    const id = await user();
    const { sql } = server.deps;
    await useApplication(server, id, bank.id);
    await sql`update applications set is_first_party = (id = ${bank.id}) where id in (${shop.id}, ${bank.id})`;
    await sql`delete from deliveries where kind = 'webhook'`;
    await sql`
      insert into broker_certificates (account_id, number, province, issued_on, expires_on)
      values (${id}, '1', '01', '2026-01-01', '2031-05-31')`;
    const [declared] = await sql<{ declaredAt: Date }[]>`
      select updated_at as declared_at from broker_certificates where account_id = ${id}`;
    const check = { accountId: id, declaredAt: declared?.declaredAt ?? new Date(), checkedAt: null };
    await server.deps.modules.certificateQueue.certificateChecks.check(
      { ...check, finding: 'confirmed' },
      by,
    );
    const data = { sub: id, expiresOn: '2031-05-31' };
    expect(await recorded()).toEqual([
      ['bank', 'certificate.verified', data],
      ['desk', 'certificate.verified', data],
    ]);
  });

  it('announce a withdrawn consent to its application and the association only', async () => {
    const id = await user();
    const { sql, consents } = server.deps;
    await sql`
      insert into application_consents (account_id, application_id, scopes) values (${id}, ${shop.id}, '{openid}')`;
    await consents.withdraw({ accountId: id, appCode: shop.code, caller });
    const data = { sub: id, purpose: null, application: shop.code };
    expect(await recorded()).toEqual([
      ['desk', 'consent.withdrawn', data],
      ['shop', 'consent.withdrawn', data],
    ]);
  });

  it('announce withdrawn access to an application that was used without a consent', async () => {
    const id = await user();
    await server.deps.consents.withdraw({ accountId: id, appCode: shop.code, caller });
    expect((await recorded()).map(([endpoint, type]) => `${endpoint} ${type}`)).toEqual([
      'desk consent.withdrawn',
      'shop consent.withdrawn',
    ]);
  });

  it('announce no withdrawn consent if the application has only a grant', async () => {
    const { id } = await createAccount(server);
    const { sql, consents, applications } = server.deps;
    const redirectUris = ['https://shop.example.vn/cb'];
    const { clientId } = await applications.addClient(shop.code, { kind: 'web', redirectUris });
    await sql`delete from deliveries where kind = 'webhook'`;
    await sql`
      insert into oidc_grants (id_hash, payload, account_id, client_id)
      values (sha256(convert_to(${id}, 'UTF8')), '{}', ${id}, ${clientId})`;
    await consents.withdraw({ accountId: id, appCode: shop.code, caller });
    expect(await sql`select from oidc_grants where account_id = ${id}`).toEqual([]);
    expect(await recorded()).toEqual([]);
  });

  it('announce the withdrawn consent to a purpose to the association only', async () => {
    const account = await createAccount(server);
    await useApplication(server, account.id, shop.id);
    const member = new TestBrowser(server.app);
    await signIn(member, account);
    await server.deps.sql`delete from deliveries where kind = 'webhook'`;
    const decision = { purpose: 'marketing', version: termsVersion, language: 'vi' };
    for (const isGiven of [true, false, false])
      await member.post('/vid/api/privacy/consents', { ...decision, isGiven });
    expect(await recorded()).toEqual([
      ['desk', 'consent.withdrawn', { sub: account.id, purpose: 'marketing', application: null }],
    ]);
  });

  it('are not recorded for a change that is rolled back', async () => {
    const ids = [await user(), await user()];
    const { sql } = server.deps;
    const failed = sql.begin(async (tx) => {
      await publishWebhooks(
        tx,
        ...ids.map((accountId) => ({ event: 'account.unlocked' as const, accountId })),
      );
      expect(await tx`select from deliveries where kind = 'webhook'`).toHaveLength(4);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await recorded()).toEqual([]);
  });

  it('reach no locked application and no unsubscribed endpoint', async () => {
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
    expect(await sql`select endpoint_id, status from deliveries where kind = 'webhook'`).toEqual([
      { endpointId: 'whk_shop', status: 'skipped' },
    ]);
    await sql`update webhook_endpoints set event_types = ${[...webhookEventTypes]}, status = 'active'`;
  });

  it('about a lock and an erasure match the documented schema', async () => {
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
