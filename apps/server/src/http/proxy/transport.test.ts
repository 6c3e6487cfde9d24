import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { sendRaw, type RawAnswer } from '@vid/testkit/http/raw-http';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { transportLimits } from './transport.ts';

let server: TestServer;
let port: number;
let impatient: TestServer;
let impatientPort: number;

beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  port = await listen(server);
  const limits = { ...transportLimits, headersTimeoutMs: 2_000, requestTimeoutMs: 3_000, checkEveryMs: 50 };
  impatient = await startTestServer(inject('cluster'), { app: { limits } });
  impatientPort = await listen(impatient);
});
afterAll(async () => {
  await server.close();
  await impatient.close();
});

async function listen({ app }: TestServer): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

type Request = { method?: string; path?: string; headers?: Record<string, string>; body?: string };

function write(request: Request, to = port): string {
  const { method = 'POST', path = '/vid/ajax/auth/login/phone', body = '' } = request;
  const headers: Record<string, string> = {
    Host: `localhost:${to}`,
    Origin: `http://localhost:${to}`,
    Connection: 'close',
    ...(body === '' ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(body.length) }),
    ...request.headers,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n');
}

/** Headers that announce a longer body than the tests send. */
const shortBody = { 'Content-Length': '100', 'Content-Type': 'application/json' };

function codeOf(answer: RawAnswer): string {
  const body: unknown = JSON.parse(answer.body);
  expect(body).toMatchObject({ error: expect.any(String), requestId: expect.any(String) });
  return typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : '';
}

async function send(request: Request): Promise<[number, string]> {
  const answer = await sendRaw(port, [write(request)]);
  return [answer.status, codeOf(answer)];
}

function bytes(text: string): string[] {
  return text.split('');
}

function getWith(headers: Record<string, string>): Promise<[number, string]> {
  return send({ method: 'GET', path: '/vid/ajax/auth/me', headers });
}

function getLong(length: number): Promise<[number, string]> {
  return send({ method: 'GET', path: `/vid/ajax/auth/me?x=${'a'.repeat(length)}` });
}

describe('request bodies', () => {
  it.each([
    ['a body that is not JSON', '{"phone":', 'MALFORMED_REQUEST'],
    ['repeated names', '{"phone":"0912345678","phone":"0987654321","password":"x"}', 'MALFORMED_REQUEST'],
    ['names repeated by escapes', '{"phone":"09","\\u0070hone":"09","password":"x"}', 'MALFORMED_REQUEST'],
    ['objects 2 000 deep', `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`, 'MALFORMED_REQUEST'],
    ['lists 7 000 deep', '['.repeat(7_000) + ']'.repeat(7_000), 'MALFORMED_REQUEST'],
    ['__proto__', '{"phone":"0912345678","password":"x","__proto__":{"role":"admin"}}', 'MALFORMED_REQUEST'],
    [
      'constructor.prototype',
      '{"phone":"1","password":"x","constructor":{"prototype":{"role":"admin"}}}',
      'MALFORMED_REQUEST',
    ],
    ['an unknown field', '{"phone":"0912345678","password":"x","role":"admin"}', 'VALIDATION_FAILED'],
    ['a NUL', '{"phone":"0912345678","password":"x\\u0000"}', 'VALIDATION_FAILED'],
    ['half a surrogate pair', '{"phone":"0912345678","password":"\\ud800"}', 'VALIDATION_FAILED'],
    ['a list', '[]', 'VALIDATION_FAILED'],
    ['a number', '7', 'VALIDATION_FAILED'],
  ])('I1 I6 are refused with 400 (%s)', async (_name, body, expected) => {
    expect(await send({ body })).toEqual([400, expected]);
    expect(Object.prototype).not.toHaveProperty('role');
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json;',
    'application/json; charset=utf-16',
    'application/json; charset=utf-8; charset=utf-16',
    'application/json, text/plain',
    'application/jsonx',
    'application/vnd.api+json',
  ])('I1 are refused with 415 for the content type “%s”', async (type) => {
    const body = '{"phone":"0912345678","password":"wrong"}';
    const [status, code] = await send({ body, headers: { 'Content-Type': type } });
    expect([status, code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it.each([
    { 'Content-Type': 'application/json; charset=utf-8' },
    { 'Content-Type': 'Application/JSON;charset="UTF-8"' },
    { 'Content-Encoding': 'Identity' },
  ])('I1 are read with the headers %j', async (headers) => {
    const body = '{"phone":"0912345678"}';
    expect(await send({ body, headers })).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('I1 are rejected without a content type', async () => {
    const [status] = await send({ body: '{}', headers: { 'Content-Type': '' } });
    expect(status).toBe(415);
  });
});

describe('the server', () => {
  it('I2 rejects a body of more than 16 kB with 413', async () => {
    const body = JSON.stringify({ phone: '0912345678', password: 'x'.repeat(16 * 1024) });
    expect(await send({ body })).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('I2 rejects a body by its announced length of 10 MB', async () => {
    const answer = await sendRaw(port, [
      write({ headers: { 'Content-Length': '10000000', 'Content-Type': 'application/json' } }),
    ]);
    expect([answer.status, codeOf(answer)]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(answer.tookMs).toBeLessThan(transportLimits.headersTimeoutMs);
  });

  it('I2 rejects a chunked body of more than 16 kB with 413', async () => {
    const head = write({ headers: { 'Transfer-Encoding': 'chunked', 'Content-Type': 'application/json' } });
    const chunk = `1000\r\n${'x'.repeat(4096)}\r\n`;
    const answer = await sendRaw(port, [head, ...Array<string>(20).fill(chunk)]);
    expect(answer.status).toBe(413);
  });

  it('I2 rejects a compressed body', async () => {
    const bomb = gzipSync(Buffer.alloc(1024 * 1024)).toString('latin1');
    const [status, code] = await send({ body: bomb, headers: { 'Content-Encoding': 'gzip' } });
    expect([status, code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('I2 rejects a chunk extension of more than 16 kB with 413', async () => {
    const head = write({ headers: { 'Transfer-Encoding': 'chunked', 'Content-Type': 'application/json' } });
    const answer = await sendRaw(port, [head, `1;${'x'.repeat(20_000)}\r\n`]);
    expect([answer.status, codeOf(answer)]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('I2 stops waiting for a body that is shorter than announced', async () => {
    const answer = await sendRaw(impatientPort, [write({ headers: shortBody }, impatientPort) + '{}']);
    expect([answer.status, codeOf(answer)]).toEqual([408, 'REQUEST_TIMEOUT']);
  });

  it('I2 rejects contradictory lengths (request smuggling)', async () => {
    const text = write({ body: '{}', headers: { 'Transfer-Encoding': 'chunked' } });
    const answer = await sendRaw(port, [text]);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'MALFORMED_REQUEST']);
  });

  it('I2 returns 414 for a URL above 4 kB', async () => {
    const longest = 4_096 - '/vid/ajax/auth/me?x='.length;
    expect(await getLong(longest)).toEqual([401, 'TOKEN_MISSING']);
    expect(await getLong(longest + 1)).toEqual([414, 'URI_TOO_LONG']);
    expect(await getLong(4_200)).toEqual([414, 'URI_TOO_LONG']);
    expect(await getLong(8_200)).toEqual([414, 'URI_TOO_LONG']);
    for (const length of [20_000, 40_000, 100_000])
      expect(await getLong(length)).toEqual([414, 'URI_TOO_LONG']);
  });

  it('I2 returns 431 for more than 64 headers or 16 kB of headers', async () => {
    const tooLarge = [431, 'HEADERS_TOO_LARGE'];
    // `write` itself adds three headers: Host, Origin and Connection.
    const withHeaders = (total: number) =>
      getWith(Object.fromEntries(Array.from({ length: total - 3 }, (_, index) => [`X-${index}`, '1'])));
    expect(await withHeaders(64)).toEqual([401, 'TOKEN_MISSING']);
    for (const total of [65, 66, 200]) expect(await withHeaders(total)).toEqual(tooLarge);
    const own = `Hostlocalhost:${port}Originhttp://localhost:${port}ConnectioncloseX-Big/vid/ajax/auth/me`;
    const rest = transportLimits.headerBytes - own.length;
    expect(await getWith({ 'X-Big': 'a'.repeat(rest) })).toEqual([401, 'TOKEN_MISSING']);
    expect(await getWith({ 'X-Big': 'a'.repeat(rest + 1) })).toEqual(tooLarge);
  });

  it.each([
    [
      'many cookies',
      { headers: { Cookie: 'a'.repeat(17_000) } },
      431,
      'Delete this site’s cookies',
      'xóa cookie',
    ],
    [
      'cookies beyond the limit of Node',
      { headers: { Cookie: 'a'.repeat(40_000) } },
      431,
      'Delete this site’s cookies',
      'xóa cookie',
    ],
    [
      'a long address',
      { path: `/vid/web/?a=${'b'.repeat(5_000)}` },
      414,
      'Go back to the app',
      'quay lại ứng dụng',
    ],
    ['another host', { headers: { Host: 'evil.test' } }, 421, 'home page', 'Về trang chủ'],
    ['an unknown address', { path: '/vid/aaaa' }, 404, 'mistyped', 'gõ sai'],
  ])('I2 sends a browser with %s a page in its language', async (_case, request, status, en, vi) => {
    const open = async (language: string) => {
      const Accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
      const headers = {
        Accept,
        'Accept-Language': language,
        ...('headers' in request ? request.headers : {}),
      };
      return sendRaw(port, [write({ path: '/vid/web/', ...request, method: 'GET', headers })]);
    };
    for (const [language, text] of [
      ['en-US,en;q=0.9', en],
      ['en', en],
      ['vi-VN', vi],
    ] as const) {
      const answer = await open(language);
      expect(answer.status).toBe(status);
      expect(answer.head).toMatch(/^content-type: text\/html; charset=utf-8\r?$/imu);
      const style = /<style>(.*)<\/style>/u.exec(answer.body)?.[1] ?? '';
      const hash = createHash('sha256').update(style).digest('base64');
      expect(answer.head.toLowerCase()).toContain(
        `content-security-policy: default-src 'none'; style-src 'sha256-${hash}'; font-src 'self';`.toLowerCase(),
      );
      expect(answer.body).toContain('</svg>VID</header>');
      expect(answer.body).toContain(text);
      expect(answer.body).not.toContain('aaaa');
    }
  });

  it('I2 sends no page for a request that is not a navigation', async () => {
    for (const [method, Accept] of [
      ['POST', 'text/html'],
      ['GET', 'application/json'],
    ] as const) {
      const headers = { Accept, Host: 'evil.test' };
      expect(await send({ path: '/vid/web/', method, headers })).toEqual([421, 'MISDIRECTED_REQUEST']);
    }
  });

  it('answers input that is not HTTP with an error body', async () => {
    const answer = await sendRaw(port, ['\u0016\u0003\u0001 hello\r\n\r\n']);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'MALFORMED_REQUEST']);
    expect(answer.head.split('\r\n')).toEqual(
      expect.arrayContaining([
        `Content-Length: ${Buffer.byteLength(answer.body)}`,
        "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
        'Cache-Control: no-store',
        'X-Content-Type-Options: nosniff',
        'Connection: close',
      ]),
    );
  });
});

const isAlive = async () =>
  (await fetch(`http://127.0.0.1:${impatientPort}/vid/health/live`)).status === 200 && 'alive';

describe('slow senders', () => {
  it('I3 are disconnected while they send headers', async () => {
    const text = write({ method: 'GET', path: '/vid/health/live' }, impatientPort);
    const slow = sendRaw(impatientPort, bytes(text), { everyMs: 100 });
    expect(await Promise.race([isAlive(), slow])).toBe('alive');
    const answer = await slow;
    expect([answer.status, codeOf(answer)]).toEqual([408, 'REQUEST_TIMEOUT']);
    expect(answer.tookMs).toBeLessThan(text.length * 100);
  });

  it('I3 are disconnected while they send a body', async () => {
    const head = write({ headers: shortBody }, impatientPort);
    const answer = await sendRaw(impatientPort, [head, ...bytes('x'.repeat(60))], { everyMs: 100 });
    expect(answer.status).toBe(408);
    expect(answer.tookMs).toBeLessThan(60 * 100);
  });

  it('I3 do not delay another client, even if there are 200', async () => {
    const crowd = Array.from({ length: 200 }, () =>
      sendRaw(impatientPort, ['GET /vid/health/live HTTP/1.1\r\n', ...bytes('Host: x')], { everyMs: 150 }),
    );
    expect(await Promise.race([isAlive(), ...crowd])).toBe('alive');
    const cut = await Promise.all(crowd);
    expect(cut.every(({ status }) => status === 408)).toBe(true);
  });
});

describe('the HTTP timeouts', () => {
  it('are 10 s for headers and 15 s for a request', async () => {
    const plain = await startTestServer(inject('cluster'));
    expect(plain.app.server).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      keepAliveTimeout: 5_000,
      connectionsCheckingInterval: 1_000,
    });
    await plain.close();
  });
});
