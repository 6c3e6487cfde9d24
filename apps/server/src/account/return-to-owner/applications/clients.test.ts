import { createAccount, signIn } from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import { bearer, callManagement, createMachineToken, requestToken } from '@vid/testkit/machine';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newId } from '#lib/ids.ts';
import {
  browse,
  dispute,
  enterWithPhone,
  intrude,
  reclaim,
  requireOk,
  resetPassword,
} from '../testing/stolen-account.ts';
import { addClient, auditOf, codeOf, getsToken, permissionsOf } from './testing/rights.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

describe('the return of an account to its owner', () => {
  it('K1 ends a token from a client secret that the intruder rotated', async () => {
    const { account, browser, appId } = await intrude(server);
    const { sql, managementScopes } = server.deps;
    const client = await addClient(browser, appId);
    await managementScopes.set(client.clientId, ['vid:applications:read']);
    await sql`update accounts set created_at = now() - interval '90 days' where id = ${account.id}`;
    await sql`update clients set created_at = now() - interval '60 days' where id = ${client.clientId}`;
    const url = `/vid/api/apps/${appId}/clients/${client.clientId}/secret`;
    const rotated = await browser.post(url, {});
    const stolen = { ...client, secret: String(rotated.data['secret']) };
    const token = String((await requestToken(server, stolen, 'vid:applications:read')).access_token);
    const call = () => callManagement(server, 'GET', `applications/${appId}`, bearer(token));
    expect((await call()).status).toBe(200);
    await reclaim(server, account);
    expect((await call()).code).toBe('ACCESS_TOKEN_INVALID');
  });

  it('K1 refuses a waiting request that uses the intruder’s token', async () => {
    const { account, browser, appId } = await intrude(server);
    const { sql } = server.deps;
    const scopes = ['vid:applications:write'] as const;
    const { clientId } = await createMachineToken(server, (await codeOf(server, appId)) ?? '', scopes);
    const url = `/vid/api/apps/${appId}/clients/${clientId}/secret`;
    const rotated = await browser.post(url, {});
    const stolen = { clientId, secret: String(rotated.data['secret']) };
    const token = String((await requestToken(server, stolen, scopes[0])).access_token);
    await dispute(server, account);
    let returned: Promise<void> | undefined;
    let sent: ReturnType<typeof callManagement> | undefined;
    await sql.begin(async (tx) => {
      await tx`select from applications where id = ${appId} for no key update`;
      returned = resetPassword(server, account.phone);
      await waitForLockWaits(server, 1);
      sent = callManagement(server, 'POST', `applications/${appId}/clients`, bearer(token), {
        kind: 'machine',
      });
      await waitForLockWaits(server, 2);
    });
    await returned;
    expect((await sent)?.code).toBe('ACCESS_TOKEN_INVALID');
    expect(await sql`select id from clients where application_id = ${appId}`).toEqual([{ id: clientId }]);
  });

  it('K1 undoes changes by an operator’s machine client whose secret the intruder rotated', async () => {
    const { account, browser, appId } = await intrude(server);
    const { sql } = server.deps;
    const scopes = ['vid:applications:write'] as const;
    const { clientId } = await createMachineToken(server, (await codeOf(server, appId)) ?? '', scopes);
    const url = `/vid/api/apps/${appId}/clients/${clientId}/secret`;
    const rotated = await browser.post(url, { formerEnds: 'now' });
    const secret = String(rotated.data['secret']);
    const token = (await requestToken(server, { clientId, secret }, scopes[0])).access_token;
    const headers = bearer(String(token));
    const send = (path: string, body: object) =>
      callManagement(server, 'POST', `applications/${appId}/${path}`, headers, body);
    requireOk(await send('clients', { kind: 'machine' }));
    const hook = { url: 'https://intruder.example.vn/hook', events: ['account.locked'] };
    requireOk(await send('webhooks', hook));
    const friend = await createAccount(server);
    requireOk(await send('roles', { code: 'reader', name: 'Reader', description: '', isDefault: false }));
    requireOk(await send('permissions', { role: 'reader', phones: [friend.phone] }));
    await reclaim(server, account);
    expect(await permissionsOf(server, appId)).toEqual([]);
    const active = await sql`
      select id from clients where application_id = ${appId} and id <> ${clientId} and status = 'active'
      union all select id from webhook_endpoints where application_id = ${appId} and status <> 'disabled'`;
    expect(active).toEqual([]);
  });

  it.each([
    ['has rotated', 'POST', '/secret', {}],
    ['has changed', 'PATCH', '', { authMethod: 'client_secret_post' }],
  ] as const)(
    'K1 undoes a change with an intruder’s secret after a manager %s it',
    async (_name, method, path, change) => {
      const { account, browser, appId } = await intrude(server);
      const { sql } = server.deps;
      const scope = 'vid:applications:write';
      const { clientId } = await createMachineToken(server, (await codeOf(server, appId)) ?? '', [scope]);
      const url = `/vid/api/apps/${appId}/clients/${clientId}`;
      const stolen = await browser.post(`${url}/secret`, { formerEnds: 'now' });
      const manager = await createAccount(server);
      await sql`insert into application_managers (application_id, account_id) values (${appId}, ${manager.id})`;
      const managers = browse(server);
      await signIn(managers, manager);
      const changed = await managers.call(method, url + path, change);
      requireOk(changed);
      const addBy = async (secret: unknown) => {
        const { access_token: token } = await requestToken(
          server,
          { clientId, secret: String(secret) },
          scope,
        );
        const added = await callManagement(
          server,
          'POST',
          `applications/${appId}/clients`,
          bearer(String(token)),
          { kind: 'machine' },
        );
        requireOk(added);
        return { clientId: String(added.data['clientId']), secret: String(added.data['secret']) };
      };
      const intruders = await addBy(stolen.data['secret']);
      const honest = path === '' ? 'none' : await addBy(changed.data['secret']);
      await reclaim(server, account);
      const stillWorks = honest === 'none' || (await getsToken(server, honest));
      expect([await getsToken(server, intruders), stillWorks]).toEqual([false, true]);
    },
  );

  it('K1 undoes a change with client keys that the intruder set', async () => {
    const { account, browser, appId } = await intrude(server);
    const { sql, config } = server.deps;
    const scope = 'vid:applications:write';
    const { clientId } = await createMachineToken(server, (await codeOf(server, appId)) ?? '', [scope]);
    const keys = await generateKeyPair('ES256', { extractable: true });
    const jwks = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }] };
    const url = `/vid/api/apps/${appId}/clients/${clientId}`;
    requireOk(await browser.call('PATCH', url, { authMethod: 'private_key_jwt', jwks }));
    const manager = await createAccount(server);
    await sql`insert into application_managers (application_id, account_id) values (${appId}, ${manager.id})`;
    const managers = browse(server);
    await signIn(managers, manager);
    requireOk(await managers.call('PUT', `${url}/management-scopes`, { scopes: [] }));
    requireOk(await managers.call('PUT', `${url}/management-scopes`, { scopes: [scope] }));
    const issuer = `${config.publicUrl.origin}/vid/oidc`;
    const claims = { iss: clientId, sub: clientId, aud: issuer, jti: newId('cli') };
    const assertion = await new SignJWT(claims)
      .setExpirationTime('1m')
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .sign(keys.privateKey);
    const answer = await server.app.inject({
      method: 'POST',
      url: '/vid/oidc/token',
      headers: { host: config.publicUrl.host, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        grant_type: 'client_credentials',
        scope,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
      }).toString(),
    });
    const headers = bearer(String(answer.json().access_token));
    const body = { kind: 'machine' };
    const added = await callManagement(server, 'POST', `applications/${appId}/clients`, headers, body);
    requireOk(added);
    await reclaim(server, account);
    const own = { clientId: String(added.data['clientId']), secret: String(added.data['secret']) };
    expect(await getsToken(server, own)).toBe(false);
    // The owner may enable the client before the intruder's token expires.
    await sql`update clients set status = 'active' where id = ${clientId}`;
    const read = await callManagement(server, 'POST', `applications/${appId}/clients`, headers, body);
    expect(read.code).toBe('ACCESS_TOKEN_INVALID');
  });

  it('K1 keeps a client secret that is older than 30 days', async () => {
    const { account, browser, appId } = await intrude(server);
    const { sql } = server.deps;
    const client = await addClient(browser, appId);
    await sql`update accounts set created_at = now() - interval '90 days' where id = ${account.id}`;
    await sql`update clients set created_at = now() - interval '60 days' where id = ${client.clientId}`;
    await sql`
      update client_secrets set created_at = now() - interval '60 days' where client_id = ${client.clientId}`;
    await reclaim(server, account);
    expect(await getsToken(server, client)).toBe(true);
    const manager = await createAccount(server);
    await sql`insert into application_managers (application_id, account_id) values (${appId}, ${manager.id})`;
    const managers = browse(server);
    await signIn(managers, manager);
    const rotate = () => managers.post(`/vid/api/apps/${appId}/clients/${client.clientId}/secret`, {});
    const next = { ...client, secret: String((await rotate()).data['secret']) };
    expect([await getsToken(server, client), await getsToken(server, next)]).toEqual([false, true]);
    // The second secret was created after the return, so no intruder knows it, and it stays valid for a day.
    requireOk(await rotate());
    expect(await getsToken(server, next)).toBe(true);
  });

  it('K1 restores the settings of a client that the intruder disabled', async () => {
    const { account, browser, appId } = await intrude(server);
    const { sql } = server.deps;
    const redirectUris = ['https://owner.example.vn/callback'];
    const added = await browser.post(`/vid/api/apps/${appId}/clients`, { kind: 'web', redirectUris });
    const clientId = String(added.data['clientId']);
    await sql`update accounts set created_at = now() - interval '90 days' where id = ${account.id}`;
    await sql`update clients set created_at = now() - interval '60 days' where id = ${clientId}`;
    await sql`update client_secrets set created_at = now() - interval '60 days' where client_id = ${clientId}`;
    const url = `/vid/api/apps/${appId}/clients/${clientId}`;
    const thief = { redirectUris: ['https://intruder.example.vn/callback'], mayOmitPkce: true };
    requireOk(await browser.call('PATCH', url, thief));
    requireOk(await browser.post(`${url}/status`, { status: 'disabled' }));
    await reclaim(server, account);
    expect(
      await sql`select status, redirect_uris, may_omit_pkce from clients where id = ${clientId}`,
    ).toEqual([{ status: 'disabled', redirectUris, mayOmitPkce: false }]);
    const owner = await enterWithPhone(server, account.phone);
    const { data } = await owner.get('/vid/api/users/information');
    expect(data['accountReturn']).toMatchObject({ removed: [{ kind: 'client-change', name: clientId }] });
    const [change] = Object(data['accountReturn']).removed;
    // `addedAt` is the time of the change, not of the client, which is 60 days old.
    expect(Date.parse(String(change.addedAt))).toBeGreaterThan(Date.now() - 86_400_000);
  });

  it('K1 withdraws the scopes that the intruder gave to an old machine client', async () => {
    const { account, browser, appId } = await intrude(server);
    const { sql } = server.deps;
    const { clientId } = await addClient(browser, appId);
    await sql`update accounts set created_at = now() - interval '90 days' where id = ${account.id}`;
    await sql`update clients set created_at = now() - interval '60 days' where id = ${clientId}`;
    await sql`update client_secrets set created_at = now() - interval '60 days' where client_id = ${clientId}`;
    const url = `/vid/api/apps/${appId}/clients/${clientId}/management-scopes`;
    requireOk(await browser.call('PUT', url, { scopes: ['vid:applications:write'] }));
    await reclaim(server, account);
    expect(await sql`select management_scopes from clients where id = ${clientId}`).toEqual([
      { managementScopes: [] },
    ]);
  });

  it('K1 keeps another application’s client that reuses a removed client’s id', async () => {
    const { account, browser, appId } = await intrude(server);
    const other = await intrude(server);
    const clientId = `shop-${account.id.slice(-8)}`.toLowerCase();
    const url = `/vid/api/apps/${appId}/clients`;
    const redirectUris = ['https://intruder.example.vn/callback'];
    requireOk(await browser.post(url, { kind: 'web', clientId, redirectUris }));
    requireOk(await browser.call('PATCH', `${url}/${clientId}`, { scopes: ['openid'] }));
    requireOk(await browser.call('DELETE', `${url}/${clientId}`));
    const own = { kind: 'web', clientId, redirectUris: ['https://other.example.vn/callback'] };
    requireOk(await other.browser.post(`/vid/api/apps/${other.appId}/clients`, own));
    await reclaim(server, account);
    expect(await server.deps.sql`select status, redirect_uris from clients where id = ${clientId}`).toEqual([
      { status: 'active', redirectUris: own.redirectUris },
    ]);
  });

  it('K1 restores a client’s redirect URIs after several changes on one day', async () => {
    const { account, browser, appId } = await intrude(server);
    const { sql } = server.deps;
    const redirectUris = ['https://owner.example.vn/callback'];
    const added = await browser.post(`/vid/api/apps/${appId}/clients`, { kind: 'web', redirectUris });
    const clientId = String(added.data['clientId']);
    await sql`update accounts set created_at = now() - interval '90 days' where id = ${account.id}`;
    await sql`update clients set created_at = now() - interval '60 days' where id = ${clientId}`;
    for (const host of ['one', 'two', 'three']) {
      const thief = { redirectUris: [`https://${host}.example.vn/callback`] };
      requireOk(await browser.call('PATCH', `/vid/api/apps/${appId}/clients/${clientId}`, thief));
    }
    expect((await sql`select from right_changes where target = ${clientId}`).count).toBe(1);
    await reclaim(server, account);
    expect(await sql`select status, redirect_uris from clients where id = ${clientId}`).toEqual([
      { status: 'disabled', redirectUris },
    ]);
  });

  it('disables a client of a manager whom the intruder added', async () => {
    const { account, browser, appId } = await intrude(server);
    const friend = await createAccount(server);
    const friends = browse(server);
    await signIn(friends, friend);
    requireOk(await browser.post(`/vid/api/apps/${appId}/managers`, { phone: friend.phone }));
    const client = await addClient(friends, appId);
    const { id: ownAppId } = await createApplication(server, { ownerId: friend.id });
    const own = await addClient(friends, ownAppId);
    expect(await getsToken(server, client)).toBe(true);
    const changed = await friends.call('PATCH', `/vid/api/apps/${appId}/clients/${client.clientId}`, {
      requiresDpop: false,
      authMethod: 'client_secret_post',
    });
    requireOk(changed);
    await reclaim(server, account);
    expect(await getsToken(server, client)).toBe(false);
    const kinds = ['manager.removed', 'client.disabled', 'client.secrets-ended'];
    const details = { applicationId: appId };
    expect(await auditOf(server, appId, kinds)).toEqual([
      { kind: 'manager.removed', actorId: account.id, accountId: friend.id, details },
      {
        kind: 'client.disabled',
        actorId: account.id,
        accountId: null,
        details: { ...details, clientId: client.clientId },
      },
    ]);
    const owner = await enterWithPhone(server, account.phone);
    const { data } = await owner.get('/vid/api/users/information');
    expect(data['accountReturn']).toMatchObject({
      removed: [
        { kind: 'manager', name: 'Sàn giao dịch' },
        { kind: 'client', name: client.clientId },
      ],
    });
    // The manager's client in another application still works, because the intruder gave no right to that
    // application.
    expect(await getsToken(server, own)).toBe(true);
  });

  it('K1 revokes an old client’s new secret and keeps its former secret', async () => {
    const { account, browser, appId } = await intrude(server);
    const { sql } = server.deps;
    const old = await addClient(browser, appId);
    await sql`update accounts set created_at = now() - interval '90 days' where id = ${account.id}`;
    await sql`update clients set created_at = now() - interval '60 days' where id = ${old.clientId}`;
    await sql`update client_secrets set created_at = now() - interval '60 days' where client_id = ${old.clientId}`;
    const rotated = await browser.post(`/vid/api/apps/${appId}/clients/${old.clientId}/secret`, {});
    requireOk(rotated);
    const stolen = { ...old, secret: String(rotated.data['secret']) };
    expect(await getsToken(server, stolen)).toBe(true);
    await reclaim(server, account);
    expect([await getsToken(server, stolen), await getsToken(server, old)]).toEqual([false, true]);
    // The rotation had given the owner's secret an expiry.
    expect(await sql`select expires_at from client_secrets where client_id = ${old.clientId}`).toEqual([
      { expiresAt: null },
    ]);
    const owner = await enterWithPhone(server, account.phone);
    const { data } = await owner.get('/vid/api/users/information');
    expect(data['accountReturn']).toMatchObject({ removed: [{ kind: 'client-secret', name: old.clientId }] });
    expect(await auditOf(server, appId, ['client.disabled', 'client.secrets-ended'])).toEqual([
      {
        kind: 'client.secrets-ended',
        actorId: account.id,
        accountId: null,
        details: { applicationId: appId, clientId: old.clientId },
      },
    ]);
  });

  it.each([
    ['addresses', { redirectUris: ['https://intruder.example.vn/callback'] }],
    ['authentication', { authMethod: 'client_secret_post' }],
  ])('disables an old client whose %s the intruder has changed', async (_name, change) => {
    const { account, browser, appId } = await intrude(server);
    const { sql } = server.deps;
    const added = await browser.post(`/vid/api/apps/${appId}/clients`, {
      kind: 'web',
      redirectUris: ['https://owner.example.vn/callback'],
    });
    requireOk(added);
    const clientId = String(added.data['clientId']);
    await sql`update accounts set created_at = now() - interval '90 days' where id = ${account.id}`;
    await sql`update clients set created_at = now() - interval '60 days' where id = ${clientId}`;
    await sql`update client_secrets set created_at = now() - interval '60 days' where client_id = ${clientId}`;
    requireOk(await browser.call('PATCH', `/vid/api/apps/${appId}/clients/${clientId}`, change));
    await reclaim(server, account);
    expect(await sql`select status from clients where id = ${clientId}`).toEqual([{ status: 'disabled' }]);
    const owner = await enterWithPhone(server, account.phone);
    const { data } = await owner.get('/vid/api/users/information');
    expect(data['accountReturn']).toMatchObject({ removed: [{ kind: 'client-change', name: clientId }] });
  });

  it('disables the web, SPA and native clients that the intruder added', async () => {
    const { account, browser, appId } = await intrude(server);
    for (const kind of ['web', 'spa', 'native'] as const)
      requireOk(
        await browser.post(`/vid/api/apps/${appId}/clients`, {
          kind,
          redirectUris: ['https://intruder.example.vn/callback'],
        }),
      );
    await reclaim(server, account);
    const rows = await server.deps.sql`select status from clients where created_by = ${account.id}`;
    expect(rows).toEqual(rows.map(() => ({ status: 'disabled' })));
    expect(rows).toHaveLength(3);
  });

  it('records no event for an intruder’s client that was already disabled', async () => {
    const { account, browser, appId } = await intrude(server);
    const add = async () => (await browser.post(`/vid/api/apps/${appId}/clients`, { kind: 'machine' })).data;
    const [active, disabled] = [await add(), await add()];
    const { sql } = server.deps;
    await sql`update clients set status = 'disabled' where id = ${String(disabled['clientId'])}`;
    await reclaim(server, account);
    const events = await sql`
      select details ->> 'clientId' as id from audit_events
      where kind = 'client.disabled' and details ->> 'applicationId' = ${appId}`;
    expect(events).toEqual([{ id: active['clientId'] }]);
  });
});
