import { createServer, type Server } from 'node:http';
import { createAccount, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { createApplication } from '@vid/testkit/applications';
import { freePort } from '@vid/testkit/network';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

let server: TestServer;
let application: Server;
let uri: string;
let status = 400;
beforeAll(async () => {
  // Use the same time for both clocks, which otherwise differ when a second ends between their readings.
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
])('a back-channel address that answers %i is reported as %s', async (answered, state, reason) => {
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
