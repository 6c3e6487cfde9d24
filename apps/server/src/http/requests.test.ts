import { endpoints } from '@vid/contract/endpoints/index';
import { TestBrowser } from '@vid/testkit/browser';
import { sendRaw } from '@vid/testkit/http/raw-http';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { AppError } from '#lib/app-error.ts';

let server: TestServer;
let port: number;

beforeAll(async () => {
  server = await startTestServer(inject('cluster'), {
    environment: { VID_TRUSTED_PROXIES: '10.0.0.0/8' },
  });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const address = server.app.server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => server.close());

const host = (): string => `localhost:${port}`;

async function ask(
  method: string,
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; code: unknown; allow: string | undefined; body: string }> {
  const text = [
    `${method} ${url} HTTP/1.1`,
    ...Object.entries({ Host: host(), Connection: 'close', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    '',
    '',
  ].join('\r\n');
  const answer = await sendRaw(port, [text]);
  return {
    status: answer.status,
    code: /"message":"(\w+)"/u.exec(answer.body)?.[1],
    allow: /^allow: (.*)$/imu.exec(answer.head)?.[1],
    body: answer.body,
  };
}

describe('the server', () => {
  const paths = [...new Set(Object.keys(endpoints).map((key) => key.split(' ')[1] ?? ''))].map((path) =>
    path.replace(/:\w+/gu, 'ses_0'),
  );

  it.each(paths)('I7 rejects other methods for %s with 405 and Allow', async (path) => {
    const taken = new Set(
      Object.keys(endpoints)
        .map((key) => key.split(' '))
        // Fixed path segments such as `search` also match the parameters of other endpoints.
        .filter(([, url = '']) => new RegExp(`^${url.replace(/:\w+/gu, '[^/]+')}$`, 'u').test(path))
        .map(([method]) => method ?? ''),
    );
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      if (taken.has(method)) continue;
      const answer = await ask(method, path);
      expect([method, answer.status, answer.code]).toEqual([method, 405, 'METHOD_NOT_ALLOWED']);
      const allowed = (answer.allow ?? '').split(', ').filter((name) => name !== 'HEAD');
      expect(new Set(allowed)).toEqual(taken);
    }
  });

  it.each([
    '/vid/nothing',
    '/vid/ajax',
    '/vid/ajax/auth/me/',
    '/vid/ajax/auth/me/x',
    '/VID/ajax/auth/me',
    '/vid//ajax/auth/me',
    '/vid/%2e%2e/etc/passwd',
    '/vid/%zz',
    '/favicon.ico',
  ])('I7 returns 404 without a stack for the unknown path %s', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await ask(method, path);
      expect([answer.status, answer.code]).toEqual([404, 'NOT_FOUND']);
      expect(answer.body).not.toMatch(/\bat |node_modules|\.ts/u);
    }
  });

  it('I7 rejects TRACE without echoing the request', async () => {
    const answer = await ask('TRACE', '/vid/ajax/auth/me', { Cookie: 'vid_sid=canary', 'X-Echo': 'canary' });
    expect(answer.status).toBe(405);
    expect(answer.body).not.toContain('canary');
  });

  it('I7 rejects HEAD for an event stream', async () => {
    const answer = await ask('HEAD', '/vid/ajax/auth/qr/qr_0/events');
    expect([answer.status, answer.allow]).toEqual([405, 'GET']);
  });

  it('answers an error that the endpoint does not declare with INTERNAL', async () => {
    vi.spyOn(server.deps.appParams, 'get').mockRejectedValueOnce(new AppError('ACCOUNT_LOCKED'));
    const from = server.logLines.length;
    const answer = await ask('GET', '/vid/gateway/app/params');
    expect([answer.status, answer.code]).toEqual([500, 'INTERNAL']);
    expect(server.logLines.slice(from).join('')).toContain('undeclared error code ACCOUNT_LOCKED');
  });

  it('I7 rejects a repeated query parameter', async () => {
    const browser = new TestBrowser(server.app);
    const answer = await browser.get('/vid/api/auth/client/config?clientId=vid-web&clientId=other', {
      headers: { host: host() },
    });
    expect(answer.status).toBe(400);
  });

  it('rejects NUL in a URL as a malformed request', async () => {
    const answer = await ask('GET', '/vid/api/auth/client/config?clientId=a%00b');
    expect([answer.status, answer.code]).toEqual([400, 'MALFORMED_REQUEST']);
  });
});

describe('the Host header', () => {
  it.each([
    ['another host', { Host: 'evil.test' }],
    ['our name on another port', { Host: 'localhost:1' }],
    ['a name that begins with ours', { Host: 'localhost:8080.evil.test' }],
    ['no name', { Host: '' }],
  ])('I4 is refused with 421 for %s', async (_name, headers) => {
    const answer = await ask('GET', '/vid/ajax/auth/me', headers);
    expect([answer.status, answer.code]).toEqual([421, 'MISDIRECTED_REQUEST']);
  });

  it('I4 with a trailing dot redirects a browser to the public URL', async () => {
    const Host = 'localhost.:8080';
    const page = await sendRaw(port, [
      `GET /vid/web/signin?a=b HTTP/1.1\r\nHost: ${Host}\r\nAccept: text/html,*/*\r\nConnection: close\r\n\r\n`,
    ]);
    expect([page.status, page.head]).toEqual([
      308,
      expect.stringMatching(/^location: http:\/\/localhost:8080\/vid\/web\/signin\?a=b\r?$/imu),
    ]);
    expect((await ask('GET', '/vid/ajax/auth/me', { Host })).status).toBe(401);
    expect((await ask('POST', '/vid/ajax/auth/logout', { Host, Accept: 'text/html' })).status).toBe(403);
  });

  it('I4 is refused if the request contains it twice', async () => {
    const answer = await sendRaw(port, [
      `GET /vid/ajax/auth/me HTTP/1.1\r\nHost: ${host()}\r\nHost: evil.test\r\nConnection: close\r\n\r\n`,
    ]);
    expect(answer.status).toBe(400);
  });

  it('I4 does not override another host in an absolute URL', async () => {
    const answer = await ask('GET', 'http://evil.test/vid/ajax/auth/me');
    expect([answer.status, answer.code]).toEqual([421, 'MISDIRECTED_REQUEST']);
  });

  it('I4 is not overridden by forged forwarding headers', async () => {
    const forged = {
      'X-Forwarded-Host': 'evil.test',
      'X-Forwarded-Proto': 'https',
      Forwarded: 'host=evil.test;proto=https',
    };
    const raw = await sendRaw(port, [
      `GET / HTTP/1.1\r\nHost: ${host()}\r\nX-Forwarded-Host: evil.test\r\nConnection: close\r\n\r\n`,
    ]);
    expect(raw.head).toMatch(/^location: \/vid\/web\/$/imu);
    const browser = new TestBrowser(server.app);
    const answer = await browser.get('/vid/api/auth/client/config', { headers: { host: host(), ...forged } });
    expect(String(answer.raw.headers['set-cookie'])).not.toContain('Secure');
    expect(JSON.stringify(answer.raw.headers)).not.toContain('evil.test');
  });

  it('may be an IP address for health probes', async () => {
    expect((await ask('GET', '/vid/health/live', { Host: '10.1.2.3:8080' })).status).toBe(200);
  });
});

it.each([
  '/vid/web?lang=vi%0d%0aSet-Cookie:%20x=1',
  '/vid/web?%0d%0aX-Evil:1',
  '/vid/web?lang=%E5%98%8A%E5%98%8DX:1',
])('I4 a redirect contains no header that the URL %s injects', async (url) => {
  const raw = await sendRaw(port, [`GET ${url} HTTP/1.1\r\nHost: ${host()}\r\nConnection: close\r\n\r\n`]);
  expect(raw.status).toBe(302);
  expect(raw.head).not.toMatch(/^(?:x-evil|set-cookie|x):/imu);
});

it('I4 a request with a malformed Accept-Language gets a Vietnamese response', async () => {
  const answer = await ask('GET', '/vid/ajax/auth/me', { 'Accept-Language': `${'x'.repeat(3_000)},*;q=9` });
  expect(answer.body).toContain('Bạn chưa đăng nhập');
});

async function addressFor(remoteAddress: string, headers: Record<string, string>): Promise<unknown> {
  const browser = new TestBrowser(server.app);
  const from = server.logLines.length;
  await browser.get('/vid/ajax/auth/me', { address: remoteAddress, headers: { host: host(), ...headers } });
  const line = server.logLines.slice(from).find((text) => text.includes('"msg":"request"'));
  const entry: unknown = JSON.parse(line ?? '{}');
  return typeof entry === 'object' && entry !== null && 'address' in entry ? entry.address : undefined;
}

it('V2 a refused call is logged with its address and error code', async () => {
  const from = server.logLines.length;
  const answer = await new TestBrowser(server.app).post(
    '/vid/api/admin/accounts/search',
    {},
    { address: '203.0.113.9', headers: { host: host() } },
  );
  const line = server.logLines.slice(from).find((text) => text.includes('"msg":"request"'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u),
    method: 'POST',
    route: '/vid/api/admin/accounts/search',
    status: 401,
    code: 'TOKEN_MISSING',
    address: '203.0.113.9',
    reqId: answer.raw.headers['x-request-id'],
  });
});

describe('the lookup of the caller’s address', () => {
  it.each([
    [
      'ignores X-Forwarded-For of an untrusted peer',
      '203.0.113.7',
      { 'x-forwarded-for': '1.2.3.4' },
      '203.0.113.7',
    ],
    [
      'ignores similar headers',
      '203.0.113.7',
      { 'x-real-ip': '1.2.3.4', forwarded: 'for=1.2.3.4' },
      '203.0.113.7',
    ],
    [
      'uses X-Forwarded-For of a trusted proxy',
      '10.0.0.9',
      { 'x-forwarded-for': '203.0.113.7' },
      '203.0.113.7',
    ],
    [
      'uses the right-most untrusted hop',
      '10.0.0.9',
      { 'x-forwarded-for': '1.2.3.4, 203.0.113.7, 10.0.0.8' },
      '203.0.113.7',
    ],
    ['ignores the port of a client', '10.0.0.9', { 'x-forwarded-for': '203.0.113.7:51823' }, '203.0.113.7'],
    [
      'ignores quotes, brackets and ports of every hop',
      '10.0.0.9',
      { 'x-forwarded-for': '"[2001:db8::7]:51823", 10.0.0.8:443' },
      '2001:db8::7',
    ],
    ['ignores junk', '10.0.0.9', { 'x-forwarded-for': 'a' }, '10.0.0.9'],
    ['ignores junk after an address', '10.0.0.9', { 'x-forwarded-for': '1.2.3.4, <script>' }, '10.0.0.9'],
    ['unwraps IPv4-mapped IPv6', '::ffff:203.0.113.7', {}, '203.0.113.7'],
  ])('P3 I5 %s', async (_name, remote, headers, expected) => {
    expect(await addressFor(remote, headers)).toBe(expected);
  });
});

describe('a response', () => {
  it.each([
    '/vid/ajax/auth/me',
    '/vid/nothing',
    '/vid/health/live',
    '/vid/docs',
    '/vid/docs/openapi.json',
    '/',
  ])('has the security headers for %s', async (url) => {
    const answer = await new TestBrowser(server.app).get(url, { headers: { host: host() } });
    expect(answer.raw.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), otp-credentials=(self)',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[2-9A-HJKMNP-Z]{12}$/u),
    });
    expect(answer.raw.headers['content-security-policy']).toMatch(
      /default-src 'none'.*frame-ancestors 'none'/u,
    );
    const hasCharset = String(answer.raw.headers['content-type']).endsWith('; charset=utf-8');
    expect(answer.raw.body === '' || hasCharset).toBe(true);
    expect(answer.raw.headers).not.toHaveProperty('server');
    expect(answer.raw.headers).not.toHaveProperty('x-powered-by');
    expect(answer.raw.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('contains HSTS and __Host- cookies over https', async () => {
    const secure = await startTestServer(inject('cluster'), {
      environment: { VID_PUBLIC_URL: 'https://id.example.vn' },
    });
    const answer = await new TestBrowser(secure.app).get('/vid/api/auth/client/config', {
      headers: { host: 'id.example.vn' },
    });
    expect(answer.raw.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
    expect(String(answer.raw.headers['set-cookie'])).toMatch(
      /^__Host-vid_pre=[\w.-]+; Max-Age=1800; Path=\/; HttpOnly; Secure; SameSite=Lax$/u,
    );
    await secure.close();
  });
});
