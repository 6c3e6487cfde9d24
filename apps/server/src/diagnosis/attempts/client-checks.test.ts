import { createServer, type Server } from 'node:http';
import { createAccount, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { createApplication } from '@vid/testkit/applications';
import { freePort } from '@vid/testkit/network';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { checkClient } from './client-checks.ts';
import { createClientDoctorService } from './client-doctor.service.ts';

let server: TestServer;
let application: Server;
let uri: string;
let status = 400;
beforeAll(async () => {
  // Both clocks read the same time; otherwise they differ when a second ends between their readings.
  const now = Date.now();
  server = await startTestServer(inject('cluster'), { overrides: { nowMs: () => now } });
  const port = await freePort();
  application = createServer((_request, answer) =>
    answer.writeHead(status, { date: new Date(now).toUTCString() }).end(),
  );
  await new Promise<void>((listening) => application.listen(port, '127.0.0.1', listening));
  uri = `http://127.0.0.1:${port}/out`;
});
afterAll(async () => {
  application.close();
  await server.close();
});

it.each([
  [400, 'good', 'answers'],
  [200, 'warning', 'acceptsAll'],
  [302, 'bad', 'redirects'],
  [404, 'bad', 'wrongStatus'],
  [500, 'bad', 'serverError'],
])('a back-channel logout URI that responds with %i is reported as %s', async (answered, state, reason) => {
  const account = await createAccount(server);
  const manager = new TestBrowser(server.app);
  await signIn(manager, account);
  const made = await createApplication(server, { ownerId: account.id });
  const clientId = `check-${answered}`;
  await server.deps.applications.addClient(made.code, {
    clientId,
    kind: 'web',
    redirectUris: ['http://localhost:3000/cb'],
    backchannelLogoutUri: uri,
  });
  status = answered;
  const checks = (await manager.post(`/vid/api/apps/${made.id}/clients/${clientId}/checks`, {})).raw.json()
    .data;
  expect(checks).toContainEqual({
    check: 'backchannel',
    state,
    reason,
    subject: uri,
    value: String(answered),
  });
  expect(checks).toContainEqual({
    check: 'status',
    state: 'good',
    reason: 'active',
    subject: null,
    value: null,
  });
  expect(checks).toContainEqual({
    check: 'clock',
    state: 'good',
    reason: 'application',
    subject: null,
    value: '0',
  });
  for (const [check, expected] of [
    ['address', 'local'],
    ['secret', 'one'],
    ['clock', 'vid'],
  ])
    expect(checks).toContainEqual(expect.objectContaining({ check, state: 'good', reason: expected }));
});

it('the clock of VID is compared with that of the database', async () => {
  const { code, id } = await createApplication(server);
  const { clientId } = await server.deps.applications.addClient(code, { kind: 'machine' });
  const doctor = createClientDoctorService({
    ...server.deps,
    nowMs: () => Date.now() + 3_600_000,
    signingKeys: { load: async () => ({ version: '', jwks: { keys: [] } }) },
    refusalLog: { explain: async () => undefined },
  });
  const [clock] = (await doctor.check(id, clientId)).filter(({ check }) => check === 'clock');
  expect(clock?.state).toBe('bad');
  expect(Math.abs(Number(clock?.value) - 3_600)).toBeLessThan(60);
});

describe('the checks of a client', () => {
  type Facts = Parameters<typeof checkClient>[0];
  type Change = Partial<Omit<Facts, 'client'>> & { readonly client?: Partial<Facts['client']> };
  const answering = (answer: Awaited<ReturnType<Facts['outgoing']['post']>>) => ({
    post: async () => answer,
  });
  let facts: Facts;
  beforeAll(async () => {
    const { applications, applicationRepo } = server.deps;
    const { code } = await createApplication(server);
    const redirectUris = ['https://shop.example.vn/cb'];
    const { clientId } = await applications.addClient(code, { kind: 'web', redirectUris });
    const found = await applicationRepo.findClient(clientId);
    if (!found) throw new Error('the client does not exist');
    facts = {
      ...found,
      secrets: [{ expiresAt: null }],
      signingAlgs: ['ES256', 'RS256'],
      clockMs: 0,
      isProduction: true,
      outgoing: answering({ status: 400, text: '' }),
      nowMs: 0,
    };
  });
  const check = async (name: string, { client, ...change }: Change = {}) =>
    (await checkClient({ ...facts, ...change, client: { ...facts.client, ...client } }))
      .filter((one) => one.check === name)
      .map(({ state, reason, subject, value }) => [state, reason, subject ?? value]);

  it('report a disabled client or application', async () => {
    expect(await check('status', { client: { status: 'disabled' } })).toEqual([
      ['bad', 'clientDisabled', null],
    ]);
    const disabled = { ...facts.application, status: 'disabled' } as const;
    expect(await check('status', { application: disabled })).toEqual([['bad', 'applicationDisabled', null]]);
  });

  it('report local, unencrypted or malformed URLs, including post-logout redirect URIs', async () => {
    const client = {
      redirectUris: ['https://shop.example.vn/cb', 'http://shop.example.vn/cb', 'vn.example.app:/cb'],
      postLogoutUris: ['http://localhost:3000/bye', 'bye'],
    };
    const states = [
      ['good', 'https', client.redirectUris[0]],
      ['bad', 'http', client.redirectUris[1]],
      ['good', 'privateScheme', client.redirectUris[2]],
      ['warning', 'local', client.postLogoutUris[0]],
      ['bad', 'invalid', client.postLogoutUris[1]],
    ];
    expect(await check('address', { client })).toEqual(states);
    expect((await check('address', { client, isProduction: false }))[3]?.[0]).toBe('good');
  });

  it('skip a private back-channel address and report an unreachable one', async () => {
    const client = { backchannelLogoutUri: 'https://shop.example.vn/out' };
    const answered = (error: 'blocked' | 'dns') =>
      check('backchannel', { client, outgoing: answering({ error }) });
    expect(await answered('blocked')).toEqual([['skipped', 'private', client.backchannelLogoutUri]]);
    expect(await answered('dns')).toEqual([['bad', 'unreachable', client.backchannelLogoutUri]]);
    expect(await check('backchannel')).toEqual([['skipped', 'none', null]]);
    const checks = await checkClient({
      ...facts,
      client: { ...facts.client, ...client },
      outgoing: answering({ error: 'dns' }),
    });
    expect(checks).toContainEqual(expect.objectContaining({ reason: 'unreachable', value: 'dns' }));
  });

  it('send an invalid logout token', async () => {
    const backchannelLogoutUri = 'https://shop.example.vn/out';
    const sent: unknown[] = [];
    const outgoing: Facts['outgoing'] = {
      post: async (request) => {
        sent.push(request);
        return { status: 400, text: '' };
      },
    };
    await check('backchannel', { client: { backchannelLogoutUri }, outgoing });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(sent).toEqual([{ url: backchannelLogoutUri, headers, body: 'logout_token=check' }]);
  });

  it('compare the clocks of VID, its database and the application in whole seconds', async () => {
    const date = new Date(1_000_000).toUTCString();
    const outgoing = answering({ status: 400, text: '', date });
    const client = { backchannelLogoutUri: 'https://shop.example.vn/out' };
    const clocks = (clockMs: number, nowMs: number) => check('clock', { client, outgoing, clockMs, nowMs });
    expect(await clocks(30_000, 1_000_999)).toEqual([
      ['good', 'vid', '30'],
      ['good', 'application', '0'],
    ]);
    expect(await clocks(-31_000, 1_031_000)).toEqual([
      ['bad', 'vid', '-31'],
      ['bad', 'application', '-31'],
    ]);
    expect(await check('clock')).toHaveLength(1);
  });

  it('name the id token algorithm and the number of client keys', async () => {
    expect(await check('keys')).toEqual([['good', 'signing', 'ES256']]);
    expect(await check('keys', { client: { kind: 'spa' } })).toEqual([['good', 'signing', 'ES256']]);
    expect(await check('keys', { signingAlgs: ['RS256'] })).toEqual([['bad', 'signing', 'ES256']]);
    const jwks = { keys: [{}, {}] };
    const machine = { kind: 'machine', authMethod: 'private_key_jwt', jwks } as const;
    expect(await check('keys', { client: machine })).toEqual([['good', 'client', '2']]);
  });

  it('report a missing secret and a former secret', async () => {
    const expiresAt = new Date(0);
    expect(await check('secret')).toEqual([['good', 'one', null]]);
    expect(await check('secret', { secrets: [{ expiresAt: null }, { expiresAt }] })).toEqual([
      ['warning', 'former', expiresAt.toISOString()],
    ]);
    for (const authMethod of ['client_secret_basic', 'client_secret_post'] as const)
      expect(await check('secret', { secrets: [], client: { authMethod } })).toEqual([['bad', 'none', null]]);
    expect(await check('secret', { client: { authMethod: 'none' } })).toEqual([]);
  });
});
