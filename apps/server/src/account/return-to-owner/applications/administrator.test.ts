import { auditTrail } from '@vid/testkit/database/audit-trail';
import { createAccount, createAdmin, otherPassword, signIn } from '@vid/testkit/accounts';
import { freshPhone } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createAdminResetService } from '#admin/accounts/admin-reset.service.ts';
import { newId } from '#lib/ids.ts';
import { browse, by, intrude, requireOk } from '../testing/stolen-account.ts';
import { addClient, getsToken } from './testing/rights.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

describe('a return of an administrator’s account', () => {
  it('K1 undoes the intruder’s hand-over, first-party flag, registration and approval request', async () => {
    const { sql } = server.deps;
    const admin = await createAdmin(server);
    const { account, appId } = await intrude(server);
    const friend = await createAccount(server);
    const url = `/vid/api/admin/applications/${appId}`;
    requireOk(await admin.browser.call('PATCH', url, { isFirstParty: true }));
    requireOk(await admin.browser.post(`${url}/hand-over`, { phone: friend.phone, reason: 'x' }));
    const registered = await admin.browser.post('/vid/api/admin/applications', {
      code: newId('app').slice(0, 24),
      name: 'Phishing',
      access: 'open',
      isFirstParty: true,
      ownerPhone: friend.phone,
    });
    requireOk(registered);
    const asked = { kind: 'grant-admin', accountId: friend.id, reason: 'x' };
    requireOk(await admin.browser.post('/vid/api/admin/approvals', asked));
    const friends = browse(server);
    await signIn(friends, friend);
    const client = await addClient(friends, appId);
    await createAdminResetService(server.deps).resetAdminPassword(admin.id, otherPassword, by);
    expect(await sql`select owner_id, is_first_party from applications where id = ${appId}`).toEqual([
      { ownerId: account.id, isFirstParty: false },
    ]);
    expect(await sql`select status from applications where id = ${String(registered.data['id'])}`).toEqual([
      { status: 'disabled' },
    ]);
    expect(await sql`select status from approvals where requested_by = ${admin.id}`).toEqual([
      { status: 'refused' },
    ]);
    expect(await getsToken(server, client)).toBe(false);
  });

  it('K1 refuses all 51 approvals that the intruder requested', async () => {
    const admin = await createAdmin(server);
    const { sql } = server.deps;
    await sql`
      insert into accounts (id, kind, referral_code)
      select ${admin.id} || g, 'personal', ${admin.id} || g from generate_series(1, 51) g`;
    await sql`
      insert into approvals (id, kind, account_id, requested_by, reason, expires_at)
      select ${admin.id} || g, 'grant-admin', ${admin.id} || g, ${admin.id}, 'x', now() + interval '1 day'
      from generate_series(1, 51) g`;
    await createAdminResetService(server.deps).resetAdminPassword(admin.id, otherPassword, by);
    const refused = await sql`select from approvals where requested_by = ${admin.id} and status = 'refused'`;
    expect(refused.count).toBe(51);
    const events = await sql`
      select account_id = details ->> 'approval' as is_about_account from audit_events
      where kind = 'approval.refused' and actor_id = ${admin.id}`;
    expect(events).toEqual(Array.from({ length: 51 }, () => ({ isAboutAccount: true })));
    const [row] = await sql`
      select count(*)::int as count from account_returns, jsonb_array_elements(removed) entry
      where account_id = ${admin.id} and entry ->> 'kind' = 'approval'`;
    expect(row?.['count']).toBe(50);
  });

  it.each([
    ['requested', 0],
    ['confirmed', 1],
  ])('K1 stops both support recoveries that the intruder has %s', async (_name, index) => {
    const admins = [await createAdmin(server), await createAdmin(server)] as const;
    const members = [await createAccount(server), await createAccount(server)];
    const { sql } = server.deps;
    const url = '/vid/api/admin/approvals';
    for (const { id: accountId } of members) {
      const asked = { kind: 'recover-account', accountId, reason: 'x', contact: freshPhone() };
      requireOk(await admins[0].browser.post(url, asked));
      const [approval] = await sql`select id from approvals where account_id = ${accountId}`;
      requireOk(await admins[1].browser.post(`${url}/${String(approval?.['id'])}/confirm`));
    }
    const ids = members.map(({ id }) => id);
    const recoveries = () => sql`select from recovery_requests where account_id = any(${ids})`;
    expect(await recoveries()).toHaveLength(2);
    await createAdminResetService(server.deps).resetAdminPassword(admins[index]?.id ?? '', otherPassword, by);
    expect(await recoveries()).toHaveLength(0);
    const [listed] = await sql<{ count: number }[]>`
      select count(*)::int as count from account_returns, jsonb_array_elements(removed) entry
      where account_id = ${admins[index]?.id ?? ''} and entry ->> 'kind' = 'approval'`;
    expect(listed?.count).toBe(2);
    for (const { id, phone } of members) {
      expect(await auditTrail(server, id, 'recovery.stopped')).toEqual([
        ['recovery.stopped', null, { by: 'support' }],
      ]);
      const notices = await sql`select from deliveries where phone = ${phone} and type = 'recovery-stopped'`;
      expect(notices).toHaveLength(1);
    }
  });

  it('K1 undoes a hand-over to a manager, who becomes a manager again', async () => {
    const { sql } = server.deps;
    const admin = await createAdmin(server);
    const { account, browser, appId } = await intrude(server);
    const manager = await createAccount(server);
    requireOk(await browser.post(`/vid/api/apps/${appId}/managers`, { phone: manager.phone }));
    const managers = () =>
      sql`select account_id, created_by from application_managers where application_id = ${appId}`;
    const before = await managers();
    expect(before).toEqual([{ accountId: manager.id, createdBy: account.id }]);
    const url = `/vid/api/admin/applications/${appId}/hand-over`;
    requireOk(await admin.browser.post(url, { phone: manager.phone, reason: 'x' }));
    expect(await managers()).toEqual([]);
    await createAdminResetService(server.deps).resetAdminPassword(admin.id, otherPassword, by);
    expect(await sql`select owner_id from applications where id = ${appId}`).toEqual([
      { ownerId: account.id },
    ]);
    expect(await managers()).toEqual(before);
  });

  it('K1 keeps an application owner whom another administrator chose later', async () => {
    const [admin, honest] = [await createAdmin(server), await createAdmin(server)];
    const { appId } = await intrude(server);
    const [friend, next] = [await createAccount(server), await createAccount(server)];
    const handOver = `/vid/api/admin/applications/${appId}/hand-over`;
    requireOk(await admin.browser.post(handOver, { phone: friend.phone, reason: 'x' }));
    requireOk(await admin.browser.post(`/vid/api/apps/${appId}/managers`, { phone: honest.phone }));
    requireOk(await honest.browser.post(handOver, { phone: next.phone, reason: 'x' }));
    await createAdminResetService(server.deps).resetAdminPassword(admin.id, otherPassword, by);
    expect(await server.deps.sql`select owner_id from applications where id = ${appId}`).toEqual([
      { ownerId: next.id },
    ]);
  });

  it.each([
    ['first', [0, 1]],
    ['second', [1, 0]],
  ])('K1 restores an application’s owner if the %s intruded account returns first', async (_name, order) => {
    const admins = [await createAdmin(server), await createAdmin(server)];
    const { account, appId } = await intrude(server);
    for (const { browser } of admins) {
      const friend = await createAccount(server);
      const handedOver = { phone: friend.phone, reason: 'x' };
      requireOk(await browser.post(`/vid/api/admin/applications/${appId}/hand-over`, handedOver));
    }
    const reset = createAdminResetService(server.deps);
    for (const index of order) await reset.resetAdminPassword(admins[index]?.id ?? '', otherPassword, by);
    expect(await server.deps.sql`select owner_id from applications where id = ${appId}`).toEqual([
      { ownerId: account.id },
    ]);
  });

  it.each([
    [
      'restores the logo that the intruder replaced',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    ['removes the intruder’s logo if there was none before', null],
  ])('K1 %s', async (_name, own) => {
    const { id: actorId } = await createAdmin(server);
    const { appId } = await intrude(server);
    const { sql, applications } = server.deps;
    await applications.setLogoPicture(appId, own, by);
    const logos = () => sql`select logo from applications where id = ${appId}`;
    const before = await logos();
    const picture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path/></svg>');
    await applications.setLogoPicture(appId, picture, { ...by, actorId });
    expect(await logos()).not.toEqual(before);
    await createAdminResetService(server.deps).resetAdminPassword(actorId, otherPassword, by);
    expect(await logos()).toEqual(before);
  });
});
