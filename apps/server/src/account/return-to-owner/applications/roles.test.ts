import { createAccount, otherPassword, signIn } from '@vid/testkit/accounts';
import type { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  browse,
  dispute,
  enterWithPhone,
  intrude,
  reclaim,
  requireOk,
  resetPassword,
} from '../testing/stolen-account.ts';
import { auditOf, codeOf, permissionsOf, withReader } from './testing/rights.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

describe('the return of an account to its owner', () => {
  it('K1 keeps a role that the owner gives after the return', async () => {
    const { account, appId, browser, url, reader } = await withReader(server);
    requireOk(await browser.post(`${url}/permissions/set-role`, { ids: [reader.id], role: 'admin' }));
    await dispute(server, account);
    await resetPassword(server, account.phone);
    const owner = browse(server);
    await signIn(owner, { ...account, password: otherPassword });
    const role = { code: 'guest', name: 'Guest', description: '', isDefault: false };
    requireOk(await owner.post(`${url}/roles`, role));
    requireOk(await owner.post(`${url}/permissions/set-role`, { ids: [reader.id], role: 'guest' }));
    await server.deps.givenPermissions.run();
    expect(await permissionsOf(server, appId)).toEqual([{ ...reader, role: 'guest' }]);
  });

  it('K1 keeps a role given by a manager after the return', async () => {
    const { account, appId, browser, url, reader } = await withReader(server);
    const manager = await createAccount(server);
    requireOk(await browser.post(`${url}/managers`, { phone: manager.phone }));
    requireOk(await browser.post(`${url}/permissions/set-role`, { ids: [reader.id], role: 'admin' }));
    await dispute(server, account);
    await resetPassword(server, account.phone);
    const { sql } = server.deps;
    await sql`
      insert into application_managers (application_id, account_id, created_by)
      values (${appId}, ${manager.id}, ${account.id})`;
    await sql`
      insert into application_roles (application_id, code, name) values (${appId}, 'guest', 'Guest')`;
    const managers = browse(server);
    await signIn(managers, manager);
    requireOk(await managers.post(`${url}/permissions/set-role`, { ids: [reader.id], role: 'guest' }));
    await server.deps.givenPermissions.run();
    expect(await permissionsOf(server, appId)).toEqual([{ ...reader, role: 'guest' }]);
  });

  it('K1 keeps a role that a returned account gave before its intrusion', async () => {
    const { account, appId, browser, url, reader } = await withReader(server);
    const manager = await createAccount(server);
    const { sql } = server.deps;
    await sql`insert into application_managers (application_id, account_id) values (${appId}, ${manager.id})`;
    await sql`insert into application_roles (application_id, code, name) values (${appId}, 'guest', 'Guest')`;
    const managers = browse(server);
    await signIn(managers, manager);
    requireOk(await managers.post(`${url}/permissions/set-role`, { ids: [reader.id], role: 'admin' }));
    requireOk(await browser.post(`${url}/permissions/set-role`, { ids: [reader.id], role: 'guest' }));
    await sql`
      insert into account_returns (account_id, way, rights_since, sessions_ended, removed)
      values (${account.id}, 'lock-opened', now(), 0, '[]')`;
    await reclaim(server, manager);
    expect(await permissionsOf(server, appId)).toEqual([{ ...reader, role: 'guest' }]);
  });

  it('K1 gives a person back the role that the intruder removed', async () => {
    const { account, appId, browser, code, url, reader } = await withReader(server);
    expect((await browser.post(`${url}/roles/reader/remove`, { moveTo: 'admin' })).data).toEqual({
      moved: 1,
    });
    await reclaim(server, account);
    expect(await permissionsOf(server, appId)).toEqual([reader]);
    const owner = await enterWithPhone(server, account.phone);
    const { data } = await owner.get('/vid/api/users/information');
    expect(data['accountReturn']).toMatchObject({
      removed: [{ kind: 'permission', name: 'Sàn giao dịch (admin)' }],
    });
    expect(await server.deps.applications.grant(code, account.id, 'reader')).toBe(true);
    const { sql } = server.deps;
    const roles =
      await sql`select code, name from application_roles where application_id = ${appId} order by code`;
    expect(roles).toEqual([
      { code: 'admin', name: 'admin' },
      { code: 'reader', name: 'reader' },
    ]);
  });

  it('K1 gives back a person’s role, status and giver', async () => {
    const { account, appId, browser, friend, url, reader } = await withReader(server);
    requireOk(await browser.post(`${url}/permissions/set-role`, { ids: [reader.id], role: 'admin' }));
    requireOk(await browser.post(`${url}/permissions/remove`, { ids: [reader.id] }));
    requireOk(await browser.post(`${url}/permissions`, { role: 'admin', phones: [friend.phone] }));
    await reclaim(server, account);
    expect(await permissionsOf(server, appId)).toEqual([reader]);
    const owner = await enterWithPhone(server, account.phone);
    const { data } = await owner.get('/vid/api/users/information');
    const removed = ['admin', 'reader'].map((role) => ({
      kind: 'permission',
      name: `Sàn giao dịch (${role})`,
    }));
    expect(data['accountReturn']).toMatchObject({ removed });
  });

  it('K1 gives back the role of a permission that stays locked', async () => {
    const { account, appId, browser, url, reader } = await withReader(server);
    const other = await createAccount(server);
    await server.deps.applications.grant((await codeOf(server, appId)) ?? '', other.id, 'reader');
    const ids = [reader.id];
    const gone = (await permissionsOf(server, appId)).find(({ accountId }) => accountId === other.id);
    requireOk(await browser.post(`${url}/permissions/set-role`, { ids, role: 'admin' }));
    requireOk(await browser.post(`${url}/permissions/lock`, { ids }));
    requireOk(await browser.post(`${url}/permissions/remove`, { ids: [gone?.id] }));
    await reclaim(server, account);
    expect(await permissionsOf(server, appId)).toEqual([{ ...reader, status: 'locked' }]);
  });

  it('keeps a role that another manager changed after the intruder', async () => {
    const { account, appId, browser, url, reader } = await withReader(server);
    requireOk(await browser.post(`${url}/permissions/set-role`, { ids: [reader.id], role: 'admin' }));
    const manager = await createAccount(server);
    await server.deps.sql`
      insert into application_managers (application_id, account_id) values (${appId}, ${manager.id})`;
    const managers = browse(server);
    await signIn(managers, manager);
    const role = { code: 'guest', name: 'Guest', description: '', isDefault: false };
    requireOk(await managers.post(`${url}/roles`, role));
    requireOk(await managers.post(`${url}/permissions/set-role`, { ids: [reader.id], role: 'guest' }));
    await reclaim(server, account);
    expect(await permissionsOf(server, appId)).toEqual([{ ...reader, role: 'guest' }]);
  });

  it('K1 keeps the roles of a person to whom the operator gave another role', async () => {
    const { account, appId, browser, code, url, reader } = await withReader(server);
    requireOk(await browser.post(`${url}/permissions/set-role`, { ids: [reader.id], role: 'admin' }));
    expect(await server.deps.applications.grant(code, reader.accountId, 'guest')).toBe(true);
    await reclaim(server, account);
    const roles = (await permissionsOf(server, appId)).map(({ role }) => role);
    expect(roles.toSorted()).toEqual(['admin', 'guest']);
  });

  it('K1 restores a long-standing manager’s right that the intruder removed and added again', async () => {
    const { account, browser, appId } = await intrude(server);
    const { sql } = server.deps;
    const manager = await createAccount(server);
    await sql`
      insert into application_managers (application_id, account_id, created_at)
      values (${appId}, ${manager.id}, '2020-01-01T00:00:00Z')`;
    const url = `/vid/api/apps/${appId}/managers`;
    const removed = await createAccount(server);
    await sql`insert into application_managers (application_id, account_id) values (${appId}, ${removed.id})`;
    for (const { id } of [manager, removed]) requireOk(await browser.call('DELETE', `${url}/${id}`));
    requireOk(await browser.post(url, { phone: manager.phone }));
    await reclaim(server, account);
    // A removed manager leaves no row, so the owner can add the manager again.
    expect(await sql`select from application_managers where account_id = ${removed.id}`).toHaveLength(0);
    expect(
      await sql`select created_by, created_at from application_managers where account_id = ${manager.id}`,
    ).toEqual([{ createdBy: null, createdAt: new Date('2020-01-01T00:00:00Z') }]);
  });

  it('K1 restores the default role, and restricts an application that the intruder opened', async () => {
    const { account, appId, browser, url } = await withReader(server);
    const { sql } = server.deps;
    await sql`update application_roles set is_default = code = 'reader' where application_id = ${appId}`;
    await sql`update applications set access = 'restricted' where id = ${appId}`;
    const role = { name: 'Admin', description: '', isDefault: true };
    requireOk(await browser.call('PUT', `${url}/roles/admin`, role));
    requireOk(await browser.call('PUT', `${url}/access`, { access: 'open' }));
    await reclaim(server, account);
    expect(
      await sql`select code from application_roles where application_id = ${appId} and is_default`,
    ).toEqual([{ code: 'reader' }]);
    expect(await sql`select access from applications where id = ${appId}`).toEqual([
      { access: 'restricted' },
    ]);
    const owner = await enterWithPhone(server, account.phone);
    const { data } = await owner.get('/vid/api/users/information');
    const changed = { kind: 'application', name: 'Sàn giao dịch' };
    expect(data['accountReturn']).toMatchObject({ removed: [changed, changed] });
    const [, ...undone] = await auditOf(server, appId, ['role.changed', 'application.changed']);
    const event = { actorId: account.id, accountId: null };
    expect(undone).toEqual([
      { ...event, kind: 'role.changed', details: { applicationId: appId, role: 'reader' } },
      { ...event, kind: 'application.changed', details: { applicationId: appId, fields: 'access' } },
    ]);
  });

  it('keeps the intruder’s restriction of an application and removal of its default role', async () => {
    const { account, appId, browser, url } = await withReader(server);
    const { sql } = server.deps;
    await sql`update application_roles set is_default = code = 'reader' where application_id = ${appId}`;
    const role = { name: 'Reader', description: '', isDefault: false };
    requireOk(await browser.call('PUT', `${url}/roles/reader`, role));
    requireOk(await browser.call('PUT', `${url}/access`, { access: 'restricted' }));
    await reclaim(server, account);
    const defaults = await sql`select from application_roles where application_id = ${appId} and is_default`;
    expect(defaults).toHaveLength(0);
    expect(await sql`select access from applications where id = ${appId}`).toEqual([
      { access: 'restricted' },
    ]);
  });

  it('K1 restores a role that the intruder changed repeatedly', async () => {
    const { account, appId, browser, url, reader } = await withReader(server);
    const { sql } = server.deps;
    const setRole = async (manager: TestBrowser, role: string): Promise<number> => {
      requireOk(await manager.post(`${url}/permissions/set-role`, { ids: [reader.id], role }));
      return (await sql`select from right_changes where account_id = ${account.id}`).count;
    };
    for (const role of ['admin', 'reader', 'admin']) expect(await setRole(browser, role)).toBe(1);
    await sql`
      update right_changes set changed_at = now() - interval '25 hours' where account_id = ${account.id}`;
    await sql`update accounts set created_at = now() - interval '90 days' where id = ${account.id}`;
    expect([await setRole(browser, 'reader'), await setRole(browser, 'admin')]).toEqual([2, 2]);
    await reclaim(server, account);
    expect(await permissionsOf(server, appId)).toEqual([reader]);
    const back = browse(server);
    await signIn(back, { ...account, password: otherPassword });
    expect(await setRole(back, 'admin')).toBe(3);
    await reclaim(server, account);
    expect(await permissionsOf(server, appId)).toEqual([reader]);
  });
});
