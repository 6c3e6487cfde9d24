// @vitest-environment node
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createDecipheriv, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ApiFailure, failedWith, parseRetryAfter, shownMessage } from './api-failure.ts';
import { type Client, type ClientPorts, createClient } from './client.ts';
import type { RequestFlags } from './request-types.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;
type ReceivedRequest = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

let server: Server;
let handler: Handler;
let seen: ReceivedRequest[];
let events: string[];
let client: Client;
let clock: number;
let isOnline: boolean;
let ports: ClientPorts;
let inits: RequestInit[];
let refusedConfigs: number;

const key = randomBytes(32);
const serverTime = 1_700_000_000_000;

function answer(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

const refusal = (message: string) => ({ error: `text of ${message}`, message, requestId: 'req_1' });

function config() {
  return {
    clientId: 'vid-web',
    clientTokenKey: key.toString('base64'),
    serverTime,
    captchaKinds: ['image', 'proof-of-work'],
    social: { facebook: null, google: null },
  };
}

function openToken(header: unknown): Record<string, unknown> {
  if (typeof header !== 'string' || !header.startsWith('m:')) throw new Error('no client token');
  const bytes = Buffer.from(header.slice(2), 'base64');
  const decipher = createDecipheriv('aes-256-cbc', key, bytes.subarray(0, 16));
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]).toString('utf8'));
}

async function failureOf(call: Promise<unknown>): Promise<ApiFailure> {
  const error: unknown = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiFailure)) throw new Error(`expected an ApiFailure, got ${String(error)}`);
  return error;
}

beforeEach(async () => {
  [seen, inits, events, refusedConfigs] = [[], [], [], 0];
  clock = 0;
  isOnline = true;
  handler = (_request, response) => answer(response, 200, { data: true });
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      if (request.url?.startsWith('/vid/api/auth/client/config') === true)
        if (refusedConfigs > 0) answer(response, 400, refusal('VALIDATION_FAILED'));
        else answer(response, 200, { data: config() });
      else handler(request, response, body);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  const { port } = address;
  ports = {
    baseUrl: () => `http://127.0.0.1:${port}`,
    fetch: (url, init) => {
      inits.push(init);
      return fetch(url, init);
    },
    languageTag: () => 'vi-VN',
    userAgent: () => 'Test/1',
    isOnline: () => isOnline,
    monotonicNow: () => clock,
    pause: async (milliseconds) => {
      events.push(`pause ${milliseconds}`);
    },
    onLoadingStarted: () => events.push('loading'),
    onLoadingStopped: () => events.push('loaded'),
    onFailed: (failure) => events.push(`failed ${failure.code ?? failure.kind}`),
    onSucceeded: (text) => events.push(`succeeded ${text}`),
    onSessionRefused: (code) => events.push(`logout ${code}`),
    confirmIdentity: async () => false,
  };
  client = createClient(ports);
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

describe('a request', () => {
  test('goes to the page’s origin with language and credentials', async () => {
    handler = (_request, response) => answer(response, 200, { data: { available: true } });
    const data = await client.post('/vid/api/users/checking/phone', { body: { phone: '0912345678' } });
    expect(data).toEqual({ available: true });
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/vid/api/users/checking/phone',
      body: '{"phone":"0912345678"}',
    });
    expect(seen[0]?.headers).toMatchObject({
      'accept-language': 'vi-VN',
      'content-type': 'application/json',
    });
    expect(seen[0]?.headers['x-client-token']).toBeUndefined();
    expect(events).toEqual([]);
    expect(inits[0]).toMatchObject({ credentials: 'include', cache: 'no-store' });
  });

  test('sends a file with its own type', async () => {
    await client.put('/vid/api/users/avatar', { file: new Blob(['picture'], { type: 'image/png' }) });
    expect(seen[0]).toMatchObject({ body: 'picture', headers: { 'content-type': 'image/png' } });
  });

  test('uses the HTTP method and encodes parameters and query', async () => {
    await client.get('/vid/api/sessions');
    await client.patch('/vid/api/users/profile', { body: { name: 'Ân' } });
    await client.delete('/vid/api/sessions/:sessionId', { params: { sessionId: 'ses_a/../b?c' } });
    await client.post('/vid/ajax/auth/logout');
    await client.get('/vid/api/auth/client/config', { query: { type: 'web', clientId: 'a b' } });
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /vid/api/sessions',
      'PATCH /vid/api/users/profile',
      'DELETE /vid/api/sessions/ses_a%2F..%2Fb%3Fc',
      'POST /vid/ajax/auth/logout',
      'GET /vid/api/auth/client/config?type=web&clientId=a+b',
    ]);
    expect(seen[3]?.body).toBe('{}');
  });

  test('can be cancelled without an error notification', async () => {
    const controller = new AbortController();
    handler = () => controller.abort();
    const failure = await failureOf(
      client.get('/vid/ajax/auth/me', {
        signal: controller.signal,
        flags: { showLoading: true, notifyError: true },
      }),
    );
    expect(failure.kind).toBe('cancelled');
    expect(events).toEqual(['loading', 'loaded']);
    expect((await failureOf(client.get('/vid/api/sessions', { signal: controller.signal }))).kind).toBe(
      'cancelled',
    );
    expect(seen).toHaveLength(1);
  });

  test('fails after the timeout', async () => {
    handler = () => {};
    const impatient = createClient({ ...ports, timeoutMs: 20 });
    const failure = await failureOf(impatient.get('/vid/api/sessions'));
    expect(failure).toMatchObject({ kind: 'timeout', status: 0, code: null });
  });
});

const generate = (flags: RequestFlags = {}) => client.post('/vid/gateway/captcha/generate', { flags });
const me = (flags: RequestFlags = {}) => client.get('/vid/ajax/auth/me', { flags });
const repeatableMe = () =>
  client.get('/vid/ajax/auth/me', { isRepeatable: true, flags: { notifyError: true } });

describe('the HTTP client', () => {
  test('reports neither progress nor outcome if no flag is set', async () => {
    await me();
    handler = (_request, response) => answer(response, 400, refusal('PHONE_INVALID'));
    expect((await failureOf(me())).code).toBe('PHONE_INVALID');
    expect(events).toEqual([]);
  });

  test('reports progress and success if showLoading and notifySuccess are set', async () => {
    await me({ showLoading: true, notifySuccess: 'common.updateSuccess' });
    expect(events).toEqual(['loading', 'succeeded common.updateSuccess', 'loaded']);
  });

  test('reports a failed request only as a failure if notifyError is set', async () => {
    handler = (_request, response) => answer(response, 400, refusal('PHONE_INVALID'));
    await failureOf(me({ notifyError: true, notifySuccess: 'common.updateSuccess' }));
    expect(events).toEqual(['failed PHONE_INVALID']);
  });

  const three = ['TOKEN_MISSING', 'TOKEN_INVALID', 'UNKNOWN_VALIDATING_EXCEPTION'] as const;
  const flagOf = {
    TOKEN_MISSING: 'ignoreMissingToken',
    TOKEN_INVALID: 'ignoreInvalidToken',
    UNKNOWN_VALIDATING_EXCEPTION: 'ignoreUnknownValidatingError',
  } as const;

  test.each(three)('ends the session on 401 %s unless a flag ignores the code', async (code) => {
    handler = (_request, response) => answer(response, 401, refusal(code));
    await failureOf(me({ notifyError: true }));
    expect(events.splice(0)).toEqual([`logout ${code}`]);
    await failureOf(me({ notifyError: true, ignore401: true }));
    expect(events.splice(0)).toEqual([`failed ${code}`]);
    for (const other of three) {
      await failureOf(me({ notifyError: true, [flagOf[other]]: true }));
      expect(events.splice(0)).toEqual([other === code ? `failed ${code}` : `logout ${code}`]);
    }
  });

  test('D2 ends the session only after a 401 with a token error', async () => {
    const answers: [number, unknown][] = [
      [401, refusal('AUTH_FAILED')],
      [503, refusal('UNAVAILABLE')],
      [500, refusal('INTERNAL')],
      [403, refusal('TOKEN_INVALID')],
      [503, refusal('TOKEN_MISSING')],
      [401, 'Unauthorized'],
      [401, { message: 'toString' }],
    ];
    for (const [status, body] of answers) {
      handler = (_request, response) => answer(response, status, body);
      await failureOf(me());
    }
    expect(events).toEqual([]);
  });
});

describe('a failed request', () => {
  test('has a code, field errors, a request id and a wait', async () => {
    handler = (_request, response) =>
      answer(
        response,
        429,
        { ...refusal('OTP_RATE'), fields: { phone: 'bad', other: 3 } },
        { 'retry-after': '90' },
      );
    const failure = await failureOf(client.get('/vid/api/sessions'));
    expect(failure).toMatchObject({
      kind: 'response',
      status: 429,
      code: 'OTP_RATE',
      message: 'text of OTP_RATE',
      fields: { phone: 'bad' },
      requestId: 'req_1',
      retryAfterSeconds: 90,
    });
    expect(failedWith(failure, 'OTP_INVALID', 'OTP_RATE')).toBe(true);
    expect(shownMessage(failure)).toBe('text of OTP_RATE');
    handler = (_request, response) => answer(response, 400, { message: 'PHONE_INVALID' });
    expect(shownMessage(await failureOf(client.get('/vid/api/sessions')))).toBe('PHONE_INVALID');
  });

  test('has the reference, attempts and work level from its details', async () => {
    const details = { ref: 'R-1', attemptsLeft: 2, workLevel: 2, acceptsCode: true };
    handler = (_request, response) => answer(response, 400, { ...refusal('OTP_INVALID'), details });
    expect(await failureOf(client.get('/vid/api/sessions'))).toMatchObject({
      reference: 'R-1',
      details: { ref: 'R-1' },
      attemptsLeft: 2,
      workLevel: '2',
      acceptsCode: true,
    });
    for (const other of [{ attemptsLeft: '2', workLevel: 4, acceptsCode: 1 }, null]) {
      handler = (_request, response) => answer(response, 400, { ...refusal('OTP_INVALID'), details: other });
      expect(await failureOf(client.get('/vid/api/sessions'))).toMatchObject({
        reference: null,
        attemptsLeft: null,
        workLevel: '0',
        acceptsCode: false,
        retryAfterSeconds: null,
      });
    }
  });

  test('has no code if the response body does not match the contract', async () => {
    handler = (_request, response) => {
      response.writeHead(502, { 'content-type': 'text/html' });
      response.end('<h1>Bad gateway</h1>');
    };
    expect(await failureOf(client.get('/vid/api/sessions'))).toMatchObject({
      kind: 'response',
      status: 502,
      code: null,
    });
    handler = (_request, response) => answer(response, 200, { nothing: 1 });
    expect((await failureOf(client.get('/vid/api/sessions'))).kind).toBe('response');
  });

  test('has the kind network, or offline if the browser is offline', async () => {
    handler = (_request, response) => response.destroy();
    expect((await failureOf(client.get('/vid/api/sessions'))).kind).toBe('network');
    isOnline = false;
    expect((await failureOf(client.get('/vid/api/sessions'))).kind).toBe('offline');
  });

  test('has the wait of a Retry-After header', () => {
    expect(['3', '2.1', '-3'].map((header) => parseRetryAfter(header, 0))).toEqual([3, 3, 0]);
    expect(parseRetryAfter(new Date(1_000).toUTCString(), 61_000)).toBe(0);
    expect(parseRetryAfter(new Date(61_000).toUTCString(), 1_000)).toBe(60);
    for (const junk of [null, '', 'soon']) expect(parseRetryAfter(junk, 0)).toBeNull();
  });
});

describe('the client token', () => {
  test('is sent with gateway calls and follows the server’s clock', async () => {
    clock = 5_000;
    await generate();
    clock = 65_000;
    await generate();
    const [first, second] = seen
      .filter(({ url }) => url.startsWith('/vid/gateway'))
      .map(({ headers }) => headers['x-client-token']);
    expect(first).not.toBe(second);
    expect(openToken(first)).toMatchObject({
      clientId: 'vid-web',
      userAgent: 'Test/1',
      timestamp: serverTime,
    });
    expect(openToken(second)).toMatchObject({ timestamp: serverTime + 60_000 });
    expect(openToken(first)['id']).not.toBe(openToken(second)['id']);
    expect(seen.filter(({ url }) => url.startsWith('/vid/api/auth/client/config'))).toHaveLength(1);
  });

  test('is renewed once after the server has refused it', async () => {
    let refusals = 1;
    handler = (_request, response) => {
      refusals -= 1;
      if (refusals >= 0) answer(response, 401, refusal('TOKEN_INVALID'));
      else answer(response, 200, { data: true });
    };
    await generate({ notifyError: true });
    expect(events).toEqual([]);
    expect(seen.filter(({ url }) => url.startsWith('/vid/api/auth/client/config'))).toHaveLength(2);
  });

  test('does not end the session if the server refuses it twice', async () => {
    handler = (_request, response) => answer(response, 401, refusal('TOKEN_INVALID'));
    expect((await failureOf(generate({ notifyError: true }))).code).toBe('TOKEN_INVALID');
    expect(events).toEqual(['failed TOKEN_INVALID']);
    expect(seen.filter(({ url }) => url.startsWith('/vid/gateway'))).toHaveLength(2);
  });

  test('is made from the next configuration after a failed fetch', async () => {
    refusedConfigs = 1;
    expect((await failureOf(generate())).code).toBe('VALIDATION_FAILED');
    refusedConfigs = 0;
    await generate();
    expect(seen.filter(({ url }) => url.startsWith('/vid/gateway'))).toHaveLength(1);
  });

  test('is not sent with the request for the application parameters', async () => {
    await client.get('/vid/gateway/app/params');
    expect(seen).toHaveLength(1);
    expect(seen[0]?.headers['x-client-token']).toBeUndefined();
  });
});

describe('a request that requires a recent re-authentication', () => {
  test.each([
    ['is repeated once after the proof', true, 1, 2, 'data'],
    ['fails if the server refuses it again', true, 2, 2, 'REAUTHENTICATION_REQUIRED'],
    ['fails without the proof', false, 1, 1, 'REAUTHENTICATION_REQUIRED'],
  ])('%s', async (_what, isProven, refusals, sent, outcome) => {
    const asked: (string | null)[] = [];
    const proving = createClient({
      ...ports,
      confirmIdentity: async ({ code }) => {
        asked.push(code);
        return isProven;
      },
    });
    handler = (_request, response) =>
      seen.length <= refusals
        ? answer(response, 403, refusal('REAUTHENTICATION_REQUIRED'))
        : answer(response, 200, { data: 'data' });
    const answered: unknown = await proving
      .post('/vid/api/privacy/exports')
      .catch((error: unknown) => (error instanceof ApiFailure ? error.code : error));
    expect([answered, seen.length, asked]).toEqual([outcome, sent, ['REAUTHENTICATION_REQUIRED']]);
  });
});

describe('D4 a repeatable request', () => {
  test.each([
    [500, 4],
    [501, 1],
    [502, 4],
    [503, 4],
    [504, 4],
  ])('is sent $1 times if it always gets the status $0', async (status, times) => {
    handler = (_request, response) => answer(response, status, refusal('INTERNAL'));
    await failureOf(repeatableMe());
    expect(seen).toHaveLength(times);
  });

  test('is retried after a timeout', async () => {
    handler = (_request, response) => {
      if (seen.length > 1) answer(response, 200, { data: { id: 'acc_1' } });
    };
    const impatient = createClient({ ...ports, timeoutMs: 50 });
    expect(await impatient.get('/vid/ajax/auth/me', { isRepeatable: true })).toEqual({ id: 'acc_1' });
  });

  test('is retried after a lost response or an outage, with increasing delays', async () => {
    const answers: Handler[] = [
      (_request, response) => response.destroy(),
      (_request, response) => answer(response, 503, refusal('UNAVAILABLE')),
      (_request, response) => answer(response, 200, { data: { id: 'acc_1' } }),
    ];
    handler = (request, response, body) => answers.shift()?.(request, response, body);
    expect(await repeatableMe()).toEqual({ id: 'acc_1' });
    expect(events).toEqual(['pause 300', 'pause 1000']);
  });

  test('fails after four attempts, and reports the failure once', async () => {
    handler = (_request, response) => response.destroy();
    expect((await failureOf(repeatableMe())).kind).toBe('network');
    expect(seen).toHaveLength(4);
    expect(events).toEqual(['pause 300', 'pause 1000', 'pause 2500', 'failed network']);
  });

  test('carries the same Idempotency-Key in every attempt', async () => {
    const answers: Handler[] = [
      (_request, response) => response.destroy(),
      (_request, response) => answer(response, 200, { data: { id: 'acc_1' } }),
    ];
    handler = (request, response, body) => answers.shift()?.(request, response, body);
    await client.get('/vid/ajax/auth/me', { isRepeatable: true, idempotencyKey: 'key-of-this-submit' });
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'key-of-this-submit',
      'key-of-this-submit',
    ]);
  });

  test('is not retried if the SMS gateway failed', async () => {
    handler = (_request, response) => answer(response, 503, refusal('SMS_UNAVAILABLE'));
    await failureOf(repeatableMe());
    expect(seen).toHaveLength(1);
  });

  test('is not retried after a refusal', async () => {
    handler = (_request, response) => answer(response, 400, refusal('VALIDATION_FAILED'));
    await failureOf(repeatableMe());
    expect(seen).toHaveLength(1);
  });
});

test('D4 a request that is not repeatable is sent only once', async () => {
  handler = (_request, response) => response.destroy();
  await failureOf(me());
  expect(seen).toHaveLength(1);
});
