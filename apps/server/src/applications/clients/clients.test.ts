import { fieldReasons } from '@vid/contract/field-reasons';
import { maxClients } from '@vid/contract/limits';
import { createAccount, signIn } from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

let server: TestServer;
let manager: TestBrowser;
let managerId: string;
let appId: string;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  manager = new TestBrowser(server.app);
  const account = await createAccount(server);
  await signIn(manager, account);
  managerId = account.id;
  appId = (await createApplication(server, { ownerId: account.id })).id;
});
afterAll(() => server.close());

const redirectUris = ['https://shop.example.vn/cb'];
const pathOf = (clientId = '', action = '', id = appId) =>
  ['/vid/api/apps', id, 'clients', clientId, action].filter((part) => part !== '').join('/');
const add = (body: object) => manager.post(pathOf(), { kind: 'web', redirectUris, ...body });
const change = (clientId: string, body: object) => manager.call('PATCH', pathOf(clientId), body);
const get = async (clientId: string) => (await manager.get(pathOf(clientId))).data;
const rotate = (clientId: string) => manager.post(pathOf(clientId, 'secret'), {});
const secretsOf = (clientId: string) => server.deps.sql<{ expiresAt: Date | null }[]>`
  select expires_at from client_secrets
  where client_id = ${clientId} and (expires_at is null or expires_at > now()) order by created_at`;
const moveNewestSecret = (clientId: string, time: string) => server.deps.sql`
  update client_secrets set created_at = created_at + ${time}::interval
  where client_id = ${clientId} and expires_at is null`;

describe('the clients of an application', () => {
  it('K1 are announced when added or given new secrets, redirect URIs or scopes', async () => {
    const { sql, background } = server.deps;
    const [account, owner] = [await createAccount(server), new TestBrowser(server.app)];
    await signIn(owner, account);
    const { id } = await createApplication(server, { ownerId: account.id });
    const announced = async () => {
      await background.idle();
      const { length } = await sql`
        select from deliveries where phone = ${account.phone} and type = 'application-access'`;
      await sql`delete from deliveries where phone = ${account.phone}`;
      return length;
    };
    const web = await owner.post(pathOf('', '', id), { kind: 'web', redirectUris });
    expect(await announced()).toBe(1);
    const webPath = (action = '') => pathOf(String(web.data['clientId']), action, id);
    await owner.call('PATCH', webPath(), { name: 'Renamed' });
    await owner.post(webPath('status'), { status: 'disabled' });
    expect(await announced()).toBe(0);
    await owner.call('PATCH', webPath(), { redirectUris: ['https://thief.example.vn/cb'] });
    expect(await announced()).toBe(1);
    await owner.post(webPath('secret'), {});
    expect(await announced()).toBe(1);
    const jwk = await exportJWK((await generateKeyPair('ES256')).publicKey);
    await owner.call('PATCH', webPath(), { authMethod: 'private_key_jwt', jwks: { keys: [jwk] } });
    expect(await announced()).toBe(1);
    await owner.call('PATCH', webPath(), { authMethod: 'client_secret_post' });
    expect(await announced()).toBe(1);
    const machine = await owner.post(pathOf('', '', id), { kind: 'machine' });
    expect(await announced()).toBe(1);
    const scopes = { scopes: ['vid:applications:read'] };
    await owner.call('PUT', pathOf(String(machine.data['clientId']), 'management-scopes', id), scopes);
    expect(await announced()).toBe(1);
  });

  it('are limited in number, even if they are added in parallel', async () => {
    const full = await createApplication(server, { ownerId: managerId });
    await server.deps.sql`
      insert into clients (id, application_id, name, kind, auth_method)
      select ${full.id} || n, ${full.id}, 'Web', 'web', 'none' from generate_series(1, ${maxClients - 2}::int) n`;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => manager.post(pathOf('', '', full.id), { kind: 'web', redirectUris })),
    );
    expect(answers.filter(({ code }) => code === 'CLIENT_LIMIT')).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  });

  it('have a secret that lists, logs and audit rows do not contain', async () => {
    const made = await add({ clientId: 'one', postLogoutUris: ['https://shop.example.vn/'] });
    const secret = String(made.data['secret']);
    expect(secret).toMatch(/^[\w-]{43}$/u);
    const list = await manager.get(pathOf());
    const one = await manager.get(pathOf('one'));
    expect(one.data).toMatchObject({
      id: 'one',
      kind: 'web',
      status: 'active',
      redirectUris,
      secrets: [{ expiresAt: null }],
    });
    const audit = await server.deps.sql`
      select kind, actor_id, details from audit_events where details ->> 'clientId' = 'one'`;
    expect(audit).toEqual([
      {
        kind: 'client.added',
        actorId: managerId,
        details: { applicationId: appId, clientId: 'one', kind: 'web' },
      },
    ]);
    const text = [list.raw.body, one.raw.body, JSON.stringify(audit), ...server.logLines].join('\n');
    expect(text).not.toContain(secret);
    expect(text).not.toMatch(/secretHash|jwks/u);
  });

  it('need no redirect URI if they use the device flow alone', async () => {
    const { publicKey } = await generateKeyPair('ES256');
    const jwk = await exportJWK(publicKey);
    const keys = [{ ...jwk, kid: 'first', alg: 'ES256' }, jwk];
    const device = { clientId: 'screen', redirectUris: [], authMethod: 'private_key_jwt', jwks: { keys } };
    const refused = await add(device);
    expect([refused.status, Object.keys(refused.raw.json().fields)]).toEqual([400, ['redirectUris']]);
    expect((await add({ ...device, isDeviceOnly: true })).status).toBe(200);
    const { data, raw } = await manager.get(pathOf('screen'));
    expect(data['keys']).toEqual([
      { kid: 'first', kty: 'EC', alg: 'ES256' },
      { kid: null, kty: 'EC', alg: null },
    ]);
    expect(raw.body).not.toContain(jwk.x);
  });

  it.each([
    ['javascript:alert(1)', 'http://shop.example.vn/cb', 'https://*.example.vn/cb'],
    ['https://me@shop.example.vn/cb', 'https://shop.example.vn/cb#x', 'HTTPS://shop.example.vn/cb'],
  ])('M5 are refused with the index of each invalid URI: %s, %s, %s', async (...wrong) => {
    const answer = await add({ redirectUris: [...redirectUris, ...wrong], postLogoutUris: [wrong[0]] });
    expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(Object.keys(answer.raw.json().fields)).toEqual([
      'redirectUris.1',
      'redirectUris.2',
      'redirectUris.3',
      'postLogoutUris.0',
    ]);
  });

  it.each([
    [{ clientId: 'one' }, 'clientId'],
    [{ clientId: 'vid-web' }, 'clientId'],
    [{ name: ' \u200d ' }, 'name'],
    [{ redirectUris: [] }, 'redirectUris'],
    [{ kind: 'spa', authMethod: 'client_secret_basic' }, 'authMethod'],
    [{ authMethod: 'private_key_jwt' }, 'jwks'],
    [
      {
        kind: 'native',
        authMethod: 'none',
        redirectUris: ['vn.example.app:/cb'],
        backchannelLogoutUri: 'vn.example.app:/out',
      },
      'backchannelLogoutUri.0',
    ],
    [{ scopes: ['openid', 'money'] }, 'scopes'],
    [{ kind: 'machine', redirectUris: [], scopes: ['openid'] }, 'scopes'],
    [{ authMethod: 'private_key_jwt', jwks: { keys: [{ kty: 'oct', k: 'AAAA' }] } }, 'jwks'],
  ])('with %j are refused, and the error names the field %s', async (body, field) => {
    const answer = await add(body);
    expect([answer.status, Object.keys(answer.raw.json().fields)]).toEqual([400, [field]]);
  });

  it('have the name of their application until they get one', async () => {
    const app = await createApplication(server, { ownerId: managerId, name: 'Sàn Nam' });
    const addNamed = (body: object) =>
      manager.post(pathOf('', '', app.id), { kind: 'web', redirectUris, ...body });
    const named = await addNamed({ name: '  Trang   web ' });
    const unnamed = await addNamed({});
    const names = async () => {
      const clients: { id: string; name: string }[] = (await manager.get(pathOf('', '', app.id))).raw.json()
        .data;
      return clients.map(({ id, name }) => [id, name]);
    };
    const [first, second] = [named.data['clientId'], unnamed.data['clientId']];
    expect(await names()).toEqual([
      [second, 'Sàn Nam'],
      [first, 'Trang web'],
    ]);
    await manager.call('PATCH', pathOf(String(second), '', app.id), { name: 'Ảnh đẹp' });
    expect(await names()).toEqual([
      [second, 'Ảnh đẹp'],
      [first, 'Trang web'],
    ]);
    const twins = [`${app.code}-b`, `${app.code}-a`];
    for (const clientId of twins) await addNamed({ clientId, name: 'Ba' });
    expect((await names()).slice(1, 3).map(([id]) => id)).toEqual(twins.toReversed());
    const refused = await manager.call('PATCH', pathOf(String(second), '', app.id), { name: '--' });
    expect(Object.keys(refused.raw.json().fields)).toEqual(['name']);
  });

  it('M3 cannot be given another kind or application', async () => {
    for (const body of [{ kind: 'spa' }, { applicationId: 'app_x' }, { status: 'disabled' }])
      expect((await change('one', body)).code).toBe('VALIDATION_FAILED');
  });

  it('cannot lose all redirect URIs unless they use the device flow alone', async () => {
    const { data } = await add({});
    expect((await change(String(data['clientId']), { redirectUris: [] })).code).toBe('VALIDATION_FAILED');
    const device = await add({ redirectUris: [], isDeviceOnly: true });
    expect((await change(String(device.data['clientId']), { redirectUris: [], name: 'TV' })).status).toBe(
      200,
    );
  });

  it('can be changed, disabled and deleted, with audit rows', async () => {
    await add({ clientId: 'two' });
    await change('two', { requiresPar: true, backchannelLogoutUri: 'https://shop.example.vn/out' });
    expect(await get('two')).toMatchObject({ requiresPar: true, requiresDpop: false, redirectUris });
    await manager.post(pathOf('two', 'status'), { status: 'disabled' });
    expect(await server.deps.applications.findActive('two')).toBeUndefined();
    await manager.post(pathOf('two', 'status'), { status: 'active' });
    expect(await server.deps.applications.findActive('two')).toBeDefined();
    expect((await manager.call('DELETE', pathOf('two'))).status).toBe(200);
    expect((await manager.get(pathOf('two'))).code).toBe('NOT_FOUND');
    expect(await server.deps.sql`select from right_changes where target = 'two'`).toHaveLength(0);
    const rows = await server.deps.sql`
      select kind, actor_id, details from audit_events where details ->> 'clientId' = 'two' order by id`;
    const details = { applicationId: appId, clientId: 'two' };
    expect(rows).toEqual([
      { kind: 'client.added', actorId: managerId, details: { ...details, kind: 'web' } },
      {
        kind: 'client.changed',
        actorId: managerId,
        details: { ...details, fields: 'backchannelLogoutUri requiresPar' },
      },
      { kind: 'client.disabled', actorId: managerId, details },
      { kind: 'client.enabled', actorId: managerId, details },
      { kind: 'client.removed', actorId: managerId, details },
    ]);
  });

  it('lose their secret if they change to a method that uses none', async () => {
    const id = String((await add({})).data['clientId']);
    const jwk = await exportJWK((await generateKeyPair('ES256')).publicKey);
    const keyed = { authMethod: 'private_key_jwt', jwks: { keys: [jwk] } };
    expect([(await secretsOf(id)).length, (await change(id, keyed)).status]).toEqual([1, 200]);
    expect(await secretsOf(id)).toEqual([]);
  });

  it('cannot get a secret if their method uses none', async () => {
    const made = await add({ kind: 'spa' });
    expect(made.data['secret']).toBeNull();
    const refused = await rotate(String(made.data['clientId']));
    expect([refused.code, Object.keys(refused.fields)]).toEqual(['VALIDATION_FAILED', ['authMethod']]);
  });

  it('cannot take an id that is reserved or malformed', async () => {
    const [own, wrong] = [await add({ clientId: 'vid-web' }), await add({ clientId: 'tên' })];
    expect([own.fields, wrong.fields]).toEqual([
      { clientId: fieldReasons.clientIdReserved.vi },
      { clientId: fieldReasons.clientId.vi },
    ]);
  });

  it.each([
    [0, { asksToContinue: true }],
    [0, { name: 'Trang web' }],
    [0, { idTokenAlg: 'RS256', requiresName: true, requiresEmail: true }],
    [1, { requiresPar: true }],
    [1, { requiresPar: true, requiresName: true }],
    [1, { redirectUris: [...redirectUris, 'https://shop.example.vn/other'] }],
  ])('record %i changes to rights for the change %j by a manager', async (count, changed) => {
    const id = String((await add({})).data['clientId']);
    await server.deps.sql`delete from right_changes where kind = 'client' and target = ${id}`;
    expect((await change(id, changed)).status).toBe(200);
    expect(
      await server.deps.sql`select from right_changes where kind = 'client' and target = ${id}`,
    ).toHaveLength(count);
  });

  it('record a change to rights only when a disabled client is enabled', async () => {
    const id = String((await add({})).data['clientId']);
    const recorded = async (status: string) => {
      const before = await server.deps
        .sql`select from right_changes where kind = 'client' and target = ${id}`;
      expect((await manager.post(pathOf(id, 'status'), { status })).status).toBe(200);
      const after = await server.deps.sql`select from right_changes where kind = 'client' and target = ${id}`;
      return after.count - before.count;
    };
    expect([await recorded('active'), await recorded('disabled'), await recorded('disabled')]).toEqual([
      0, 0, 0,
    ]);
    expect([await recorded('active'), await recorded('active')]).toEqual([1, 0]);
  });

  it.each([
    ['now', []],
    ['1h', [3_600]],
    [undefined, [86_400]],
    ['24h', [86_400]],
    ['7d', [604_800]],
  ])('keep their former secret for the period chosen at rotation: %s', async (formerEnds, seconds) => {
    const clientId = String((await add({})).data['clientId']);
    const rotated = await manager.post(pathOf(clientId, 'secret'), { formerEnds });
    expect(rotated.data['secret']).toMatch(/^[\w-]{43}$/u);
    const left = await server.deps.sql<{ seconds: number }[]>`
      select extract(epoch from s.expires_at - n.created_at)::int as seconds from client_secrets s
      join client_secrets n on n.client_id = s.client_id and n.expires_at is null
      where s.client_id = ${clientId} and s.expires_at > now()`;
    expect(left.map((row) => row.seconds)).toEqual(seconds);
    const [event] = await server.deps.sql<{ ends: string }[]>`
      select details ->> 'formerEnds' as ends from audit_events
      where kind = 'client.secret-rotated' and details ->> 'clientId' = ${clientId}`;
    expect(event).toEqual({ ends: formerEnds ?? '24h' });
  });

  it('cannot keep their former secret for 30 days', async () => {
    await add({ clientId: 'three' });
    const refused = await manager.post(pathOf('three', 'secret'), { formerEnds: '30d' });
    expect(refused.code).toBe('VALIDATION_FAILED');
    expect(await secretsOf('three')).toMatchObject([{ expiresAt: null }]);
  });

  it('lose their former secret early if a manager revokes it', async () => {
    await rotate('three');
    expect(await secretsOf('three')).toMatchObject([{ expiresAt: expect.any(Date) }, { expiresAt: null }]);
    expect((await get('three'))['secrets']).toMatchObject([
      { expiresAt: expect.any(String) },
      { expiresAt: null },
    ]);
    await moveNewestSecret('three', '-1 hour');
    expect((await get('three'))['secrets']).toMatchObject([
      { expiresAt: null },
      { expiresAt: expect.any(String) },
    ]);
    await moveNewestSecret('three', '1 hour');
    expect((await manager.post(pathOf('three', 'end-former-secrets'), {})).status).toBe(200);
    expect((await get('three'))['secrets']).toMatchObject([{ expiresAt: null }]);
  });

  it('have two valid secrets after parallel rotations', async () => {
    await add({ clientId: 'four' });
    const answers = await Promise.all([rotate('four'), rotate('four')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const secrets = await secretsOf('four');
    expect([secrets.length, secrets.filter(({ expiresAt }) => expiresAt === null).length]).toEqual([2, 1]);
  });

  it('M2 are not found through another application', async () => {
    const other = await createApplication(server);
    await server.deps.applications.addClient(other.code, {
      clientId: 'foreign',
      kind: 'web',
      redirectUris,
    });
    for (const [method, action, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { requiresPar: true }],
      ['DELETE', '', undefined],
      ['POST', 'status', { status: 'disabled' }],
      ['POST', 'secret', { formerEnds: 'now' }],
      ['POST', 'end-former-secrets', {}],
    ] as const)
      for (const clientId of ['foreign', 'missing']) {
        const answer = await manager.call(method, pathOf(clientId, action), body);
        expect([method, action, answer.status, answer.code]).toEqual([method, action, 404, 'NOT_FOUND']);
      }
    expect(await server.deps.modules.applications.clients.get(other.id, 'foreign')).toMatchObject({
      status: 'active',
      requiresPar: false,
    });
    expect(await secretsOf('foreign')).toMatchObject([{ expiresAt: null }]);
    expect((await manager.get(pathOf('', '', other.id))).code).toBe('NOT_FOUND');
  });

  it('cannot be added, changed or deleted without a recent re-authentication', async () => {
    await server.deps.sql`
      update sessions set confirmed_at = now() - interval '6 minutes' where account_id = ${managerId}`;
    for (const [method, path, body] of [
      ['POST', pathOf(), { kind: 'web', redirectUris }],
      ['PATCH', pathOf('one'), { requiresPar: true }],
      ['DELETE', pathOf('one'), undefined],
      ['POST', pathOf('one', 'secret'), { formerEnds: 'now' }],
      ['POST', pathOf('one', 'end-former-secrets'), {}],
    ] as const)
      expect((await manager.call(method, path, body)).code).toBe('REAUTHENTICATION_REQUIRED');
  });
});
