import { bearer, callManagement, createMachineToken } from '@vid/testkit/machine';
import { communityCode, signedIn, startSsoServer, type SsoServer } from '@vid/testkit/sso';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { done } from '#diagnosis/attempts/attempt.ts';

const redirectUrl = 'https://shop.example.vn/cb';
let server: SsoServer;
let appId: string;
let token: string;
beforeAll(async () => {
  server = await startSsoServer(inject('cluster'));
  const { applications } = server.deps;
  appId = (await applications.add({ code: 'shop', name: 'Sàn', isFirstParty: true })).id;
  await applications.addClient('shop', { clientId: 'shop-spa', kind: 'spa', redirectUris: [redirectUrl] });
  await applications.add({ code: 'bank', name: 'Bank' });
  await applications.addClient('bank', { clientId: 'bank-spa', kind: 'spa', redirectUris: [redirectUrl] });
  ({ token } = await createMachineToken(server, 'shop', ['vid:applications:read']));
});
afterAll(() => server.close());

const get = async (path: string) =>
  (await callManagement(server, 'GET', `applications/${appId}/${path}`, bearer(token))).data;

const steps = async () => {
  const [newest] = Object(await get('clients/shop-spa/attempts'));
  return Object(newest).steps?.map(({ step, state }: Record<string, string>) => `${step} ${state}`);
};

it('a machine client can read the sign-ins of the last 30 days', async () => {
  await server.deps.sql`
    insert into application_sign_ins (application_id, day, count)
    values (${appId}, (now() at time zone 'Asia/Ho_Chi_Minh')::date, 7)`;
  const days = await get('sign-ins');
  expect([days['length'], Object(days)[29]]).toMatchObject([30, { count: 7 }]);
});

it('a machine client can read the steps of recent sign-ons', async () => {
  const { browser } = await signedIn(server);
  await communityCode(browser, { appCode: 'shop', clientId: 'shop-spa', redirectUrl });
  await expect
    .poll(steps)
    .toEqual(['request done', 'redirect done', 'signIn done', 'consent done', 'code done']);
});

it('a machine client receives an event when a sign-on begins', async () => {
  const stop = new AbortController();
  const path = `/vid/api/manage/applications/${appId}/clients/shop-spa/attempts/events`;
  const answer = await fetch(server.origin + path, { headers: bearer(token), signal: stop.signal });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ]);
  let events = 0;
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? [])
      events += decoder.decode(chunk).split('data: {"changed":true}').length - 1;
  };
  const reading = read().catch((error: unknown) => error);
  // The subscription itself sends an event.
  await expect.poll(() => events).toBeGreaterThan(0);
  const before = events;
  server.deps.attempts.begin({ clientId: 'shop-spa', protocol: 'openid', links: [], steps: done('request') });
  await expect.poll(() => events).toBeGreaterThan(before);
  stop.abort();
  expect(await reading).toMatchObject({ name: 'AbortError' });
});

it('a machine client can check a client of its application', async () => {
  const { data } = await callManagement(
    server,
    'POST',
    `applications/${appId}/clients/shop-spa/checks`,
    bearer(token),
    {},
  );
  expect(data).toEqual(expect.arrayContaining([expect.objectContaining({ check: 'status', state: 'good' })]));
});

it.each([
  ['GET', 'attempts'],
  ['GET', 'attempts/events'],
  ['POST', 'checks'],
] as const)('M2 a machine client cannot %s %s of another application’s client', async (method, action) => {
  const path = `applications/${appId}/clients/bank-spa/${action}`;
  const body = method === 'POST' ? {} : undefined;
  const { status, code } = await callManagement(server, method, path, bearer(token), body);
  expect([status, code]).toEqual([404, 'NOT_FOUND']);
});
