import { createAccount, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { endpoints } from '@vid/contract/endpoints/index';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

let server: TestServer;
let browser: TestBrowser;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  browser = new TestBrowser(server.app);
  await signIn(browser, await createAccount(server));
});
afterAll(() => server.close());

const methods = ['POST', 'PATCH', 'DELETE', 'PUT'] as const;
/** All endpoints with an unsafe method, except the management API, which reads no cookie. */
const unsafe = methods.flatMap((method) =>
  Object.entries(endpoints)
    .filter(([key, { access }]) => key.startsWith(`${method} `) && access !== 'machine')
    .map(([key]) => [method, key.slice(method.length + 1)] as const),
);

const ours = 'http://localhost:8080';
const foreign: Readonly<Record<string, Record<string, string>>> = {
  'a cross-site fetch': { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
  'a cross-site fetch with our origin': { 'sec-fetch-site': 'cross-site', origin: ours },
  'a sibling site': { 'sec-fetch-site': 'same-site', origin: ours },
  'a navigation by the user': { 'sec-fetch-site': 'none', origin: ours },
  'an old browser on another site': { 'sec-fetch-site': '', origin: 'https://evil.test' },
  'an origin that starts with ours': { 'sec-fetch-site': '', origin: `${ours}.evil.test` },
  'another scheme': { 'sec-fetch-site': '', origin: 'https://localhost:8080' },
  'another port': { 'sec-fetch-site': '', origin: 'http://localhost:8081' },
  'a sandboxed frame': { 'sec-fetch-site': '', origin: 'null' },
  'a form without an origin': { 'sec-fetch-site': '', origin: '' },
};
const types = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
];

describe('a request from another site', () => {
  it.each(unsafe)('S5 by %s %s is rejected as JSON and as a form', async (method, url) => {
    for (const [who, given] of Object.entries(foreign)) {
      for (const type of types) {
        const headers = { 'content-type': type, ...given };
        const kept = Object.entries(headers).filter(([, value]) => value !== '');
        const { statusCode, body } = await server.app.inject({
          method,
          url: url.replace(':sessionId', 'ses_x'),
          headers: {
            host: 'localhost:8080',
            cookie: `vid_sid=${browser.cookies.get('vid_sid')}`,
            ...Object.fromEntries(kept),
          },
          payload: '{}',
        });
        expect([who, type, statusCode]).toEqual([who, type, 403]);
        expect(body).toContain('"CSRF"');
      }
    }
    expect((await browser.get('/vid/ajax/auth/me')).status).toBe(200);
  });

  it.each(['https://evil.test', 'null', 'https://app.example.com.evil.test', `${ours}.evil.test`])(
    'S6 from %s gets no CORS headers',
    async (origin) => {
      for (const [method, url] of [...unsafe, ['GET', '/vid/ajax/auth/me'] as const]) {
        const asked = {
          'access-control-request-method': method,
          'access-control-request-headers': 'content-type',
        };
        const headers = { host: 'localhost:8080', origin };
        const preflight = await server.app.inject({
          method: 'OPTIONS',
          url,
          headers: { ...headers, ...asked },
        });
        const call = await server.app.inject({ method, url, headers });
        for (const answer of [preflight, call]) {
          const names = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));
          expect(names).toEqual([]);
        }
      }
    },
  );
});
