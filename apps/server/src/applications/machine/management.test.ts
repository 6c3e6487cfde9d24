import { createAccount, createAdmin, signIn } from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import { TestBrowser } from '@vid/testkit/browser';
import { bearer, callManagement, createMachineToken, requestToken } from '@vid/testkit/machine';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createHash, randomUUID } from 'node:crypto';
import { operator } from '#account/actor.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createMachineTokenRepo } from './machine-tokens.repo.ts';

let server: TestServer;
let app: { id: string; code: string };
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());
beforeEach(async () => {
  app = await createApplication(server);
});

type Call = Parameters<typeof callManagement>;
const call = (method: Call[1], path: string, headers: Call[3], body?: object) =>
  callManagement(server, method, path, headers, body);
const both = ['vid:applications:read', 'vid:applications:write'] as const;
const lastAudit = async (kind: string) => {
  const rows = await server.deps.sql<{ actorId: string; accountId: string; details: object }[]>`
    select actor_id, account_id, details from audit_events where kind = ${kind} order by id desc limit 1`;
  return rows[0];
};

const clientOfManager = async () => {
  const { sql, applications, managementScopes } = server.deps;
  const [owner, manager] = [await createAccount(server), await createAccount(server)];
  await applications.handOver(app.id, owner.id, operator);
  const other = await createApplication(server);
  await sql`
    insert into application_managers (application_id, account_id)
    select id, ${manager.id} from unnest(${[app.id, other.id]}::text[]) id`;
  const { caller } = operator;
  const { clientId, secret = '' } = await applications.addClient(
    app.code,
    { kind: 'machine' },
    { actorId: manager.id, caller },
  );
  await managementScopes.set(clientId, both);
  const tokenOf = (by: string) => requestToken(server, { clientId, secret: by }, both.join(' '));
  const { access_token: token } = await tokenOf(secret);
  const use = async (by: unknown = token) =>
    (await call('GET', `applications/${app.id}`, bearer(String(by)))).status;
  expect(await use()).toBe(200);
  const rotate = (accountId: string) =>
    applications.rotateSecret(clientId, undefined, { actorId: accountId, caller, within: app.id });
  return { owner, manager, clientId, secret, tokenOf, use, rotate };
};

const remove = (accountId: string) => server.deps.sql`
  delete from application_managers where application_id = ${app.id} and account_id = ${accountId}`;

describe('M7 a machine client of a manager', () => {
  it('stops when its manager is removed, until the owner creates a secret', async () => {
    const { owner, manager, clientId, secret, tokenOf, use, rotate } = await clientOfManager();
    await remove(manager.id);
    expect(await use()).toBe(401);
    expect(await tokenOf(secret)).toMatchObject({ error: 'invalid_client' });
    const fresh = await rotate(owner.id);
    expect(await tokenOf(secret)).toMatchObject({ error: 'invalid_client' });
    const { access_token: token } = await tokenOf(fresh);
    expect(await use(token)).toBe(200);
    expect(await use()).toBe(401);
    // The hand-over takes the right to the client from the former owner, who created its secret.
    const { applications, sql } = server.deps;
    await applications.handOver(app.id, manager.id, operator);
    expect(await use(token)).toBe(401);
    // A client of the operator has no creator whose right could end.
    const last = await applications.rotateSecret(clientId, undefined, operator);
    expect(await use((await tokenOf(last))['access_token'])).toBe(200);
    expect(await sql`select created_by, has_creator from clients where id = ${clientId}`).toEqual([
      { createdBy: null, hasCreator: false },
    ]);
  });

  it('belongs to the manager who replaces a removed manager’s credentials', async () => {
    const { sql, applications } = server.deps;
    const { owner, manager, clientId } = await clientOfManager();
    const creator = () => sql`select created_by, has_creator from clients where id = ${clientId}`;
    const change = (by: { id: string }, to: Parameters<typeof applications.changeClient>[1]) =>
      applications.changeClient(clientId, to, {
        actorId: by.id,
        caller: operator.caller,
        within: app.id,
      });
    const { publicKey } = await generateKeyPair('ES256');
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }] };
    const keys = { authMethod: 'private_key_jwt', jwks } as const;
    const own = [{ createdBy: manager.id, hasCreator: true }];
    const others = [{ createdBy: owner.id, hasCreator: true }];
    await change(owner, keys);
    expect(await creator()).toEqual(own);
    await remove(manager.id);
    await change(owner, { name: 'Kho' });
    expect(await creator()).toEqual(own);
    await change(owner, { jwks });
    expect(await creator()).toEqual(others);
    await applications.handOver(app.id, manager.id, operator);
    await change(manager, { authMethod: 'client_secret_basic' });
    expect(await creator()).toEqual(own);
  });

  it.each([
    ['locked', (id: string) => server.deps.sql`update accounts set status = 'locked' where id = ${id}`],
    ['deleted', (id: string) => server.deps.sql`delete from accounts where id = ${id}`],
  ])('stops when the account of the manager is %s', async (_event, end) => {
    const { manager, secret, tokenOf, use } = await clientOfManager();
    await end(manager.id);
    expect(await use()).toBe(401);
    expect(await tokenOf(secret)).toMatchObject({ error: 'invalid_client' });
  });

  it('keeps both secrets valid when a manager rotates the secret', async () => {
    const { owner, secret, tokenOf, use, rotate } = await clientOfManager();
    for (const each of [await rotate(owner.id), secret])
      expect(await use((await tokenOf(each))['access_token'])).toBe(200);
  });

  it('continues to work if its removed manager is an administrator', async () => {
    const { manager, use } = await clientOfManager();
    await remove(manager.id);
    await server.deps.sql`update accounts set role = 'admin' where id = ${manager.id}`;
    expect(await use()).toBe(200);
  });
});

describe('an application’s machine client', () => {
  it('adds a role and a person, and is named in audit rows', async () => {
    const { token, clientId } = await createMachineToken(server, app.code, both);
    const { phone, id } = await createAccount(server);
    const own = `applications/${app.id}`;
    const role = { code: 'editor', name: 'Biên tập viên', description: '', isDefault: false };
    expect((await call('POST', `${own}/roles`, bearer(token), role)).status).toBe(200);
    expect(await lastAudit('role.added')).toEqual({
      actorId: `client:${clientId}`,
      accountId: null,
      details: { applicationId: app.id, role: 'editor' },
    });
    const add = () => call('POST', `${own}/permissions`, bearer(token), { role: 'editor', phones: [phone] });
    expect((await add()).data).toEqual({ report: [{ phone, outcome: 'added' }] });
    expect((await add()).data).toEqual({ report: [{ phone, outcome: 'already' }] });
    expect(await lastAudit('permission.added')).toEqual({
      actorId: `client:${clientId}`,
      accountId: id,
      details: { applicationId: app.id, role: 'editor' },
    });
    const byProgram = { createdBy: 'none' };
    expect((await call('POST', `${own}/permissions/search`, bearer(token), byProgram)).data).toMatchObject({
      items: [{ phone, role: 'editor', createdBy: null }],
    });
    expect((await call('PUT', `${own}/access`, bearer(token), { access: 'restricted' })).status).toBe(200);
    expect((await call('GET', own, bearer(token))).data).toMatchObject({ access: 'restricted', people: 1 });
  });

  it('X4 has its own limit of changed permissions', async () => {
    const { sql } = server.deps;
    const { token } = await createMachineToken(server, app.code, both);
    const { id } = await createAccount(server);
    await server.deps.applications.grant(app.code, id, 'editor');
    const own = `applications/${app.id}/permissions`;
    const found = await call('POST', `${own}/search`, bearer(token), {});
    const ids = [Object(found.data).items[0].id];
    await sql`
      insert into counters (key, points, expires_at)
      values (${`permission-rows:${app.id}`}, 200000, now() + interval '1 hour')`;
    expect((await call('POST', `${own}/lock`, bearer(token), { ids })).status).toBe(200);
    await sql`update counters set points = 200000 where key = ${`permission-rows:${app.id}:clients`}`;
    expect((await call('POST', `${own}/unlock`, bearer(token), { ids })).code).toBe('RATE_LIMITED');
  });

  it('reads the history of a permission and the counts of people', async () => {
    const { token } = await createMachineToken(server, app.code, both);
    const people = [await createAccount(server), await createAccount(server)];
    for (const { id } of people) await server.deps.applications.grant(app.code, id, 'editor');
    const own = `applications/${app.id}`;
    const found = await call('POST', `${own}/permissions/search`, bearer(token), { sort: 'oldest' });
    const [{ id }] = Object(found.data).items;
    expect((await call('POST', `${own}/permissions/lock`, bearer(token), { ids: [id] })).status).toBe(200);
    expect((await call('GET', `${own}/permissions/${id}`, bearer(token))).data).toMatchObject({
      status: 'locked',
      history: [
        { kind: 'locked', role: 'editor' },
        { kind: 'added', role: 'editor' },
      ],
    });
    expect((await call('GET', own, bearer(token))).data).toMatchObject({ people: 2, locked: 1 });
    const roles = [{ code: 'editor', people: 2 }];
    expect((await call('GET', `${own}/roles`, bearer(token))).data).toMatchObject(roles);
  });

  it('adds a client and rotates its secret without a signed-in person', async () => {
    const { token, clientId } = await createMachineToken(server, app.code, both);
    const own = `applications/${app.id}/clients`;
    const made = await call('POST', own, bearer(token), {
      kind: 'web',
      redirectUris: ['https://shop.example.vn/cb'],
    });
    expect(made.data).toEqual({ clientId: expect.any(String), secret: expect.any(String) });
    expect(await lastAudit('client.added')).toMatchObject({ actorId: `client:${clientId}` });
    const rotate = `${own}/${String(made.data['clientId'])}/secret`;
    const rotated = await call('POST', rotate, bearer(token), { formerEnds: 'now' });
    expect(rotated.data['secret']).not.toBe(made.data['secret']);
  });

  it('I1 cannot write an audited reason through an endpoint without a body', async () => {
    const { token } = await createMachineToken(server, app.code, both);
    const own = `applications/${app.id}/clients`;
    const { data } = await call('POST', own, bearer(token), {
      kind: 'web',
      redirectUris: ['https://shop.example.vn/cb'],
    });
    const removed = await call('DELETE', `${own}/${String(data['clientId'])}`, bearer(token), {
      reason: 'Hội yêu cầu',
    });
    expect(removed.status).toBe(200);
    expect((await lastAudit('client.removed'))?.details).not.toHaveProperty('reason');
  });

  it('M2 cannot reach a client or permission of another application', async () => {
    const other = await createApplication(server);
    const { clientId: foreign } = await createMachineToken(server, other.code, []);
    const { token } = await createMachineToken(server, app.code, both);
    for (const path of [`applications/${other.id}/clients`, `applications/${app.id}/clients/${foreign}`])
      expect(await call('GET', path, bearer(token))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    const secret = `applications/${app.id}/clients/${foreign}/secret`;
    expect(await call('POST', secret, bearer(token), { formerEnds: 'now' })).toMatchObject({ status: 404 });
  });
});

const put = async (browser: TestBrowser, url: string, scopes: readonly string[]) =>
  (await browser.call('PUT', url, { scopes })).code ?? 'ok';

describe('machine client scopes', () => {
  it('are refused at the token endpoint unless they were granted', async () => {
    const client = await createMachineToken(server, app.code, ['vid:applications:read']);
    expect(await requestToken(server, client, 'vid:applications:read')).toMatchObject({
      token_type: 'Bearer',
      expires_in: 300,
      scope: 'vid:applications:read',
    });
    for (const scope of ['vid:accounts:read', 'vid:applications:read vid:applications:write', 'vid:all'])
      expect(await requestToken(server, client, scope)).toMatchObject({ error: 'invalid_scope' });
    const resource = 'https://evil.test/';
    expect(await requestToken(server, client, 'vid:applications:read', { resource })).toMatchObject({
      error: 'invalid_target',
    });
  });

  it('M1 for accounts are granted by an administrator, not by a manager', async () => {
    const owner = await createAccount(server);
    const manager = new TestBrowser(server.app);
    await signIn(manager, owner);
    const managed = await createApplication(server, { ownerId: owner.id });
    const { clientId, secret } = await createMachineToken(server, managed.code, []);
    const path = `/vid/api/apps/${managed.id}/clients/${clientId}/management-scopes`;
    const admin = (await createAdmin(server)).browser;
    const adminPath = `/vid/api/admin/applications/${managed.id}/clients/${clientId}/management-scopes`;
    expect(await put(manager, path, ['vid:accounts:read'])).toBe('VALIDATION_FAILED');
    expect(await put(manager, adminPath, ['vid:accounts:read'])).toBe('FORBIDDEN');
    expect(await put(manager, path, ['vid:applications:read'])).toBe('ok');
    expect(await put(admin, adminPath, ['vid:applications:read', 'vid:accounts:read'])).toBe('ok');
    expect(await lastAudit('client.management-changed')).toMatchObject({
      details: { clientId, scopes: 'vid:applications:read vid:accounts:read' },
    });
    // The manager's list does not change the scope for the association's accounts.
    expect(await put(manager, path, [])).toBe('ok');
    expect(await lastAudit('client.management-changed')).toMatchObject({
      details: { applicationId: managed.id, clientId, scopes: 'vid:accounts:read' },
    });
    const changes = () =>
      server.deps.sql`
        select from audit_events
        where kind = 'client.management-changed' and details ->> 'clientId' = ${clientId}`;
    const { count } = await changes();
    expect(await put(manager, path, ['vid:accounts:read'])).toBe('VALIDATION_FAILED');
    expect(await put(manager, path, [])).toBe('ok');
    expect((await changes()).count).toBe(count);
    expect(await requestToken(server, { clientId, secret }, 'vid:accounts:read')).toMatchObject({
      scope: 'vid:accounts:read',
    });
    // With a new secret, the manager could read all accounts.
    const rotate = `/vid/api/apps/${managed.id}/clients/${clientId}/secret`;
    expect((await manager.call('POST', rotate, {})).code).toBe('FORBIDDEN');
    const { token } = await createMachineToken(server, managed.code, both);
    const byToken = `applications/${managed.id}/clients/${clientId}`;
    expect((await call('POST', `${byToken}/secret`, bearer(token), {})).code).toBe('FORBIDDEN');
    expect((await call('PATCH', byToken, bearer(token), { authMethod: 'client_secret_post' })).code).toBe(
      'FORBIDDEN',
    );
    expect((await admin.call('POST', rotate, {})).status).toBe(200);
    const client = `/vid/api/apps/${managed.id}/clients/${clientId}`;
    const { publicKey } = await generateKeyPair('ES256');
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }] };
    for (const change of [{ requiresDpop: false }, { jwks }])
      expect((await manager.call('PATCH', client, change)).code).toBe('FORBIDDEN');
    expect((await admin.call('POST', `${client}/status`, { status: 'disabled' })).status).toBe(200);
    expect((await manager.call('POST', `${client}/status`, { status: 'active' })).code).toBe('FORBIDDEN');
  });

  it('cannot be granted to a web client', async () => {
    const { applications, managementScopes } = server.deps;
    const redirectUris = ['https://shop.example.vn/cb'];
    const { clientId } = await applications.addClient(app.code, { kind: 'web', redirectUris });
    await expect(managementScopes.set(clientId, both)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: { scopes: 'clientMachine' },
    });
  });

  it('are refused from the next request after their withdrawal', async () => {
    const { token, clientId } = await createMachineToken(server, app.code, both);
    const path = `applications/${app.id}`;
    expect((await call('GET', path, bearer(token))).status).toBe(200);
    await server.deps.managementScopes.set(clientId, ['vid:applications:write']);
    expect(await call('GET', path, bearer(token))).toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
      challenge: 'Bearer realm="vid", error="insufficient_scope", scope="vid:applications:read"',
    });
  });

  it('are refused to a bearer token once its client requires DPoP', async () => {
    const { token, clientId } = await createMachineToken(server, app.code, both);
    const path = `applications/${app.id}`;
    expect((await call('GET', path, bearer(token))).status).toBe(200);
    await server.deps.applications.changeClient(clientId, { requiresDpop: true });
    expect((await call('GET', path, bearer(token))).code).toBe('ACCESS_TOKEN_INVALID');
  });
});

describe('a management token', () => {
  it('A11 is refused once its client or application is disabled', async () => {
    const { token, clientId } = await createMachineToken(server, app.code, both);
    const status = async () => (await call('GET', `applications/${app.id}`, bearer(token))).status;
    expect(await status()).toBe(200);
    await server.deps.applications.setClientStatus(clientId, 'disabled');
    expect(await status()).toBe(401);
    await server.deps.applications.setClientStatus(clientId, 'active');
    expect(await status()).toBe(200);
    await server.deps.applications.setStatus(app.code, 'disabled');
    expect(await status()).toBe(401);
    await server.deps.applications.setStatus(app.code, 'active');
    await server.deps.applications.removeClient(clientId);
    expect(await status()).toBe(401);
  });

  it('is refused after it expires or is revoked', async () => {
    const path = `applications/${app.id}`;
    const revoked = await createMachineToken(server, app.code, both);
    await server.app.inject({
      method: 'POST',
      url: '/vid/oidc/token/revocation',
      headers: {
        host: 'localhost:8080',
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${revoked.clientId}:${revoked.secret}`).toString('base64')}`,
      },
      payload: new URLSearchParams({ token: revoked.token }).toString(),
    });
    expect((await call('GET', path, bearer(revoked.token))).status).toBe(401);
    const expired = await createMachineToken(server, app.code, both);
    await server.deps.sql`
      update oidc_client_credentials set expires_at = now() where client_id = ${expired.clientId}`;
    expect((await call('GET', path, bearer(expired.token))).status).toBe(401);
  });

  it('L2 is rejected if forged, sent in the URL or for another audience', async () => {
    const path = `applications/${app.id}`;
    const { secret, clientId, token: valid } = await createMachineToken(server, app.code, both);
    const claims = Buffer.from(
      JSON.stringify({ client_id: clientId, scope: both.join(' '), exp: 4_000_000_000 }),
    ).toString('base64url');
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`;
    const hs256 = await new SignJWT({ client_id: clientId, scope: both.join(' ') })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(secret));
    const plain = String((await requestToken(server, { clientId, secret }, ''))['access_token']);
    for (const token of [none, hs256, plain, secret, ''])
      expect((await call('GET', path, { authorization: `Bearer ${token}` })).status).toBe(401);
    expect((await call('GET', `${path}?access_token=${valid}`, {})).status).toBe(401);
    const accepted = async () => (await call('GET', path, bearer(valid))).status;
    expect(await accepted()).toBe(200);
    await server.deps.sql`
      update oidc_client_credentials set payload = jsonb_set(payload, '{aud}', '"https://other.example.vn/"')
      where client_id = ${clientId}`;
    expect(await accepted()).toBe(401);
  });

  it('bound to a key needs a fresh proof for each call', async () => {
    const client = await createMachineToken(server, app.code, both);
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const jwk = await exportJWK(publicKey);
    const prove = (htu: string, htm: string, token?: string, { key = privateKey, ageSeconds = 0 } = {}) =>
      new SignJWT({
        htu,
        htm,
        jti: randomUUID(),
        ...(token !== undefined && { ath: createHash('sha256').update(token).digest('base64url') }),
      })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
        .setIssuedAt(Math.floor(Date.now() / 1_000) - ageSeconds)
        .sign(key);
    const dpop = await prove('http://localhost:8080/vid/oidc/token', 'POST');
    const answer = await requestToken(server, client, both.join(' '), { dpop });
    expect(answer['token_type']).toBe('DPoP');
    const token = String(answer['access_token']);
    const path = `applications/${app.id}`;
    const htu = `http://localhost:8080/vid/api/manage/${path}`;
    const send = async (proof: string | undefined, scheme = 'DPoP') => {
      const { status, challenge } = await call('GET', path, {
        authorization: `${scheme} ${token}`,
        ...(proof !== undefined && { dpop: proof }),
      });
      return [status, challenge];
    };
    const proof = await prove(htu, 'GET', token);
    await server.deps.sql`delete from oidc_replays`;
    expect(await send(proof)).toEqual([200, undefined]);
    // The proof is stored for the minute before and the minute after its time.
    const used = await server.deps.sql`
      select from oidc_replays where expires_at > now() + interval '110 seconds'`;
    expect(used.count).toBeGreaterThan(0);
    expect(await send(await prove(`${htu}?page=2`, 'GET', token))).toEqual([200, undefined]);
    const refused = [401, 'DPoP realm="vid", error="invalid_dpop_proof", algs="ES256 Ed25519 EdDSA"'];
    expect(await send(proof)).toEqual(refused);
    expect(await send(undefined)).toEqual(refused);
    expect(await send(await prove(htu, 'POST', token))).toEqual(refused);
    expect(await send(await prove(`${htu}/roles`, 'GET', token))).toEqual(refused);
    expect(await send(await prove(htu, 'GET'))).toEqual(refused);
    for (const ageSeconds of [90, -90])
      expect(await send(await prove(htu, 'GET', token, { ageSeconds }))).toEqual(refused);
    const stranger = await generateKeyPair('ES256');
    expect(await send(await prove(htu, 'GET', token, { key: stranger.privateKey }))).toEqual(refused);
    // A stolen token must not work as a bearer token.
    expect((await send(await prove(htu, 'GET', token), 'Bearer'))[0]).toBe(401);
    expect(await calculateJwkThumbprint(jwk)).toHaveLength(43);
    // A call over the limit stores no proof.
    const { sql } = server.deps;
    await sql`update counters set points = 1200 where key = ${`manage-application:${app.id}`}`;
    const { count } = await sql`select from oidc_replays`;
    expect((await send(await prove(htu, 'GET', token)))[0]).toBe(429);
    expect((await sql`select from oidc_replays`).count).toBe(count);
  });

  it('is accepted with a proof whose id another client has used', async () => {
    const { sql, lookups, keys } = server.deps;
    const repo = createMachineTokenRepo(sql, lookups, keys);
    const jti = randomUUID();
    const used = [];
    for (const clientId of ['cli_one', 'cli_two', 'cli_one'])
      used.push(await repo.useProof(clientId, jti, 120));
    expect(used).toEqual([true, true, false]);
  });

  it('X3 is limited to 600 calls per client and 1,200 per application', async () => {
    const clients = [
      await createMachineToken(server, app.code, both),
      await createMachineToken(server, app.code, both),
    ];
    const read = () =>
      Promise.all(
        clients.map(async ({ token }) => (await call('GET', `applications/${app.id}`, bearer(token))).code),
      );
    expect(await read()).toEqual([undefined, undefined]);
    const key = `manage-application:${app.id}`;
    const [counted] = await server.deps.sql`select points from counters where key = ${key}`;
    expect(counted).toEqual({ points: 2 });
    const ownKey = `manage:${clients[0]?.clientId ?? ''}`;
    await server.deps.sql`update counters set points = 600 where key = ${ownKey}`;
    expect(await read()).toEqual(['RATE_LIMITED', undefined]);
    await server.deps.sql`update counters set points = 1200 where key = ${key}`;
    expect(await read()).toEqual(['RATE_LIMITED', 'RATE_LIMITED']);
  });

  it('X3 is not limited by a client whose id equals the application’s id', async () => {
    const other = await createApplication(server);
    const own = await createMachineToken(server, app.code, both);
    const foreign = await createMachineToken(server, other.code, both, { clientId: app.id });
    await call('GET', `applications/${other.id}`, bearer(foreign.token));
    await server.deps.sql`update counters set points = 1200 where key = ${`manage:${app.id}`}`;
    expect((await call('GET', `applications/${other.id}`, bearer(foreign.token))).code).toBe('RATE_LIMITED');
    expect((await call('GET', `applications/${app.id}`, bearer(own.token))).status).toBe(200);
  });
});

describe('a machine client with access to accounts', () => {
  it('finds, locks and unlocks accounts, and is named in the audit log', async () => {
    const { token, clientId } = await createMachineToken(server, app.code, [
      'vid:accounts:read',
      'vid:accounts:write',
    ]);
    const { phone, id } = await createAccount(server);
    const found = await call('POST', 'accounts/search', bearer(token), { search: phone });
    expect(found.data).toMatchObject({ items: [{ id, phone }] });
    expect(await lastAudit('accounts.searched')).toMatchObject({
      actorId: `client:${clientId}`,
      details: { isSearch: true },
    });
    expect((await call('GET', `accounts/${id}`, bearer(token))).data).toMatchObject({ id, isOwn: false });
    expect(await lastAudit('account.viewed')).toMatchObject({ actorId: `client:${clientId}` });
    const reason = 'Báo cáo gian lận';
    expect((await call('POST', `accounts/${id}/lock`, bearer(token), { reason })).status).toBe(200);
    expect(await lastAudit('account.locked')).toMatchObject({
      actorId: `client:${clientId}`,
      details: { reason },
    });
    expect((await call('POST', `accounts/${id}/unlock`, bearer(token), { reason })).status).toBe(200);
    const ended = await call('POST', `accounts/${id}/end-sessions`, bearer(token), {});
    expect(ended.data).toEqual({ ended: 0 });
  });

  it('M4 cannot change administrators', async () => {
    const { token } = await createMachineToken(server, app.code, ['vid:accounts:write']);
    const { id } = await createAccount(server, { role: 'admin' });
    for (const act of ['lock', 'unlock', 'end-sessions'])
      expect(
        await call(
          'POST',
          `accounts/${id}/${act}`,
          bearer(token),
          act === 'end-sessions' ? {} : { reason: 'x' },
        ),
      ).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  });
});
