import { createServer, type Server } from 'node:http';
import { createAccount, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { createApplication } from '@vid/testkit/applications';
import { freePort } from '@vid/testkit/network';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { askBackchannel, isPublic } from './ask-backchannel.ts';

let server: TestServer;
let application: Server;
let uri: string;
let status = 400;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  const port = await freePort();
  application = createServer((_request, answer) => answer.writeHead(status).end());
  await new Promise<void>((listening) => application.listen(port, '127.0.0.1', listening));
  uri = `http://127.0.0.1:${port}/out`;
});
afterAll(async () => {
  application.close();
  await server.close();
});

it.each([
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['192.168.0.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['::1', false],
  ['fd00::1', false],
  ['::ffff:10.0.0.1', false],
  ['0.0.0.0', false],
  ['shop.example.vn', false],
  ['203.162.4.190', true],
  ['2001:ee0::1', true],
])('the address %s is public: %s', (address, expected) => {
  expect(isPublic(address)).toBe(expected);
});

it('in production, no request reaches a private address, by number or by name', async () => {
  let calls = 0;
  const count = () => {
    calls += 1;
  };
  application.on('request', count);
  const { port } = new URL(uri);
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'])
    expect(await askBackchannel(`http://${host}:${port}/out`, false)).toEqual({ kind: 'private' });
  application.off('request', count);
  expect(calls).toBe(0);
});

it.each([
  [400, 'good', 'answers'],
  [200, 'warning', 'acceptsAll'],
  [302, 'bad', 'redirects'],
  [404, 'bad', 'wrongStatus'],
  [500, 'bad', 'serverError'],
])('a back-channel address that answers %i is %s', async (answered, state, reason) => {
  const account = await createAccount(server);
  const manager = new TestBrowser(server.app);
  await signIn(manager, account);
  const made = await createApplication(server, { ownerId: account.id });
  const clientId = `check-${answered}`;
  await server.deps.applications.addClient(made.code, {
    clientId,
    kind: 'web',
    redirectUris: ['https://shop.example.vn/cb'],
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
});
