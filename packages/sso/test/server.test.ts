import { createServer, type IncomingMessage, type Server } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  exchangeCode,
  fetchUserInfo,
  refreshTokens,
  verifyIdToken,
  verifyLogoutToken,
  VidTokenError,
  type VidClient,
} from '../src/server.ts';

type ReceivedRequest = {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly method: string | undefined;
  readonly accept: string | undefined;
  readonly type: string | undefined;
  readonly body: Record<string, string>;
};

/** State of the server that stands in for VID. `answer` returns the response to every request except those for keys. */
const fake = {
  requests: [] as ReceivedRequest[],
  keyRequests: 0,
  answer: (): { status: number; body: string } => ({ status: 500, body: '' }),
};
let server: Server;
let client: VidClient & { clientSecret: string };
let issuer: string;
let key: CryptoKey;
let otherKey: CryptoKey;
let rsaKey: CryptoKey;

beforeAll(async () => {
  const pair = await generateKeyPair('ES256');
  key = pair.privateKey;
  otherKey = (await generateKeyPair('ES256')).privateKey;
  const rsaPair = await generateKeyPair('RS256');
  rsaKey = rsaPair.privateKey;
  const keys = [
    { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' },
    { ...(await exportJWK(rsaPair.publicKey)), kid: 'two', alg: 'RS256', use: 'sig' },
  ];
  server = createServer((request, response) => {
    const serve = async (): Promise<void> => {
      if (request.url === '/vid/oidc/jwks') {
        fake.keyRequests += 1;
        response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }));
        return;
      }
      const { method, url: path } = request;
      const { authorization, accept, 'content-type': type } = request.headers;
      fake.requests.push({ path, method, authorization, accept, type, body: await readForm(request) });
      const { status, body } = fake.answer();
      response.writeHead(status, { 'content-type': 'application/json', location: '/elsewhere' }).end(body);
    };
    void serve();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  issuer = `${origin}/vid/oidc`;
  client = { origin: `${origin}/`, clientId: 'app web', clientSecret: 's:cret/é' };
});
beforeEach(() => {
  fake.requests.length = 0;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

async function readForm(request: IncomingMessage): Promise<Record<string, string>> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return Object.fromEntries(new URLSearchParams(text));
}

type Change = {
  claims?: Record<string, unknown>;
  key?: CryptoKey;
  header?: { alg: string; kid: string };
  typ?: string;
  ttl?: string;
  issuedAt?: number;
};

function sign(change: Change = {}): Promise<string> {
  return new SignJWT({
    sub: 'acc_1',
    iss: issuer,
    aud: 'app web',
    sid: 'sid_1',
    ...change.claims,
  })
    .setProtectedHeader({
      ...(change.header ?? { alg: 'ES256', kid: 'one' }),
      ...(change.typ ? { typ: change.typ } : {}),
    })
    .setIssuedAt(change.issuedAt)
    .setExpirationTime(change.ttl ?? '5m')
    .sign(change.key ?? key);
}

async function answerTokens(more: Record<string, unknown> = {}): Promise<void> {
  const tokens = { access_token: 'a', id_token: await sign(), refresh_token: 'r', expires_in: 300, ...more };
  fake.answer = () => ({ status: 200, body: JSON.stringify(tokens) });
}

const code = { authCode: 'c', codeVerifier: 'v'.repeat(43), redirectUri: 'https://app.example.vn/callback' };

describe('the token exchange', () => {
  it('returns the claims of the id token', async () => {
    await answerTokens();
    const tokens = await exchangeCode(client, code);
    expect(tokens).toMatchObject({ accessToken: 'a', refreshToken: 'r', expiresInSeconds: 300 });
    expect(tokens.claims).toMatchObject({ sub: 'acc_1', sid: 'sid_1' });
    expect(fake.requests[0]).toMatchObject({
      method: 'POST',
      path: '/vid/oidc/token',
      accept: 'application/json',
      type: 'application/x-www-form-urlencoded',
    });
    expect(fake.requests[0]?.body).toEqual({
      grant_type: 'authorization_code',
      code: 'c',
      code_verifier: code.codeVerifier,
      redirect_uri: code.redirectUri,
    });
    const pair = Buffer.from(
      fake.requests[0]?.authorization?.slice('Basic '.length) ?? '',
      'base64',
    ).toString();
    expect(pair.split(':').map(decodeURIComponent)).toEqual(['app web', 's:cret/é']);
  });

  it('sends the client_id of a public client', async () => {
    await answerTokens({ refresh_token: undefined });
    const tokens = await exchangeCode({ origin: client.origin, clientId: client.clientId }, code);
    expect(tokens.refreshToken).toBeUndefined();
    expect(fake.requests[0]).toMatchObject({ authorization: undefined, body: { client_id: 'app web' } });
  });

  it('sends the refresh token', async () => {
    await answerTokens();
    await refreshTokens(client, 'old');
    expect(fake.requests[0]?.body).toEqual({ grant_type: 'refresh_token', refresh_token: 'old' });
  });

  it.each([
    ['an OAuth error', 400, '{"error":"invalid_grant","error_description":"spent"}', 'invalid_grant'],
    ['an outage', 503, '{"error":"temporarily_unavailable"}', 'temporarily_unavailable'],
    ['a proxy’s error page', 502, '<html>', 'unknown'],
    ['a JSON array', 400, '[]', 'unknown'],
  ])('reports %s with its status and code', async (_case, status, body, expected) => {
    fake.answer = () => ({ status, body });
    const failure = await exchangeCode(client, code).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(VidTokenError);
    expect(failure).toMatchObject({ name: 'VidTokenError', status, code: expected });
    expect(String(failure)).toContain(`VID answered ${status} ${expected}: `);
    expect(String(failure)).not.toContain(client.clientSecret);
  });

  it('reports the description of an error', async () => {
    fake.answer = () => ({ status: 400, body: '{"error":"invalid_grant","error_description":"spent"}' });
    await expect(exchangeCode(client, code)).rejects.toThrow('VID answered 400 invalid_grant: spent');
    fake.answer = () => ({ status: 400, body: '{"error":["x"],"error_description":7}' });
    await expect(exchangeCode(client, code)).rejects.toThrow(/^VID answered 400 unknown: $/u);
  });

  it('returns empty values for fields of another type', async () => {
    await answerTokens({ access_token: 7, refresh_token: null, expires_in: '300' });
    expect(await exchangeCode(client, code)).toMatchObject({
      accessToken: '',
      refreshToken: undefined,
      expiresInSeconds: 0,
    });
  });

  it('follows no redirect, and rejects a response without an id token', async () => {
    fake.answer = () => ({ status: 307, body: '' });
    await expect(exchangeCode(client, code)).rejects.toThrow('fetch failed');
    expect(fake.requests).toHaveLength(1);
    await answerTokens({ id_token: undefined });
    await expect(exchangeCode(client, code)).rejects.toThrow('Invalid Compact JWS');
    fake.answer = () => ({ status: 200, body: 'null' });
    await expect(exchangeCode(client, code)).rejects.toThrow('Invalid Compact JWS');
  });
});

describe('fetchUserInfo', () => {
  const tokens = { accessToken: 'a', claims: { sub: 'acc_1', iss: 'x', aud: 'app web', exp: 1 } };

  it('presents the access token and returns the claims', async () => {
    fake.answer = () => ({
      status: 200,
      body: JSON.stringify({ sub: 'acc_1', name: 'Ánh', 'vid:roles': [] }),
    });
    expect(await fetchUserInfo(client, tokens)).toEqual({ sub: 'acc_1', name: 'Ánh', 'vid:roles': [] });
    expect(fake.requests).toMatchObject([{ path: '/vid/oidc/me', authorization: 'Bearer a' }]);
  });

  it('rejects claims about another account and an invalid access token', async () => {
    fake.answer = () => ({ status: 200, body: JSON.stringify({ sub: 'acc_2', name: 'Ánh' }) });
    await expect(fetchUserInfo(client, tokens)).rejects.toMatchObject({ status: 200, code: 'sub_mismatch' });
    fake.answer = () => ({ status: 401, body: JSON.stringify({ error: 'invalid_token' }) });
    await expect(fetchUserInfo(client, tokens)).rejects.toMatchObject({ status: 401, code: 'invalid_token' });
  });
});

describe('id token verification', () => {
  it('accepts a token signed with RS256 that expired two seconds ago', async () => {
    const token = await sign({ key: rsaKey, header: { alg: 'RS256', kid: 'two' }, ttl: '-2s' });
    expect(await verifyIdToken(client, token)).toMatchObject({ sub: 'acc_1', iss: issuer, aud: 'app web' });
  });

  it('fetches the keys of a provider only once', async () => {
    await verifyIdToken(client, await sign());
    const before = fake.keyRequests;
    for (let time = 0; time < 3; time += 1) await verifyIdToken({ ...client }, await sign());
    expect(fake.keyRequests).toBe(before);
  });

  it.each<[string, Change, string]>([
    ['for another client', { claims: { aud: 'other' } }, '"aud"'],
    ['from another issuer', { claims: { iss: 'https://evil.example/vid/oidc' } }, '"iss"'],
    ['signed by another key', {}, 'signature verification failed'],
    ['that expired a minute ago', { ttl: '-1m' }, '"exp"'],
    ['that expired longer ago than the clock tolerance', { ttl: '-15s' }, '"exp"'],
    ['without a subject', { claims: { sub: undefined } }, '"sub"'],
  ])('rejects a token %s', async (name, change, reason) => {
    const token = await sign(name === 'signed by another key' ? { key: otherKey } : change);
    await expect(verifyIdToken(client, token)).rejects.toThrow(reason);
  });

  it('rejects a token that never expires', async () => {
    const token = await new SignJWT({ sub: 'acc_1', iss: issuer, aud: 'app web' })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .sign(key);
    await expect(verifyIdToken(client, token)).rejects.toThrow('"exp"');
  });

  it('rejects an unsigned token and a token signed with the secret', async () => {
    const [, payload = ''] = (await sign()).split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    await expect(verifyIdToken(client, `${none}.${payload}.`)).rejects.toThrow('"alg"');
    const symmetric = await new SignJWT({ sub: 'acc_1', iss: issuer, aud: 'app web' })
      .setProtectedHeader({ alg: 'HS256', kid: 'one' })
      .setExpirationTime('5m')
      .sign(Buffer.from(client.clientSecret.padEnd(32, '.')));
    await expect(verifyIdToken(client, symmetric)).rejects.toThrow('"alg"');
  });
});

describe('logout token verification', () => {
  const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const logout = (change: Change = {}): Promise<string> =>
    sign({ typ: 'logout+jwt', ...change, claims: { jti: 'j', events: event, ...change.claims } });

  it('returns the session and the account of the logout', async () => {
    expect(await verifyLogoutToken(client, await logout())).toEqual({ sid: 'sid_1', sub: 'acc_1', jti: 'j' });
    for (const [claims, expected] of [
      [{ sid: undefined }, { sid: undefined, sub: 'acc_1', jti: 'j' }],
      [{ sid: 7 }, { sid: undefined, sub: 'acc_1', jti: 'j' }],
      [{ sub: undefined }, { sid: 'sid_1', sub: undefined, jti: 'j' }],
    ] as const)
      expect(await verifyLogoutToken(client, await logout({ claims }))).toEqual(expected);
  });

  it.each<[string, Change, string]>([
    ['an id token', { typ: 'JWT' }, '"typ"'],
    ['a token with a nonce', { claims: { nonce: 'n' } }, 'not a logout token'],
    ['a token without a jti', { claims: { jti: undefined } }, '"jti"'],
    ['a token with null events', { claims: { events: null } }, 'not a logout token'],
    ['a token without the logout event', { claims: { events: {} } }, 'not a logout token'],
    ['a token whose event is a string', { claims: { events: Object.keys(event)[0] } }, 'not a logout token'],
    ['a token of another client', { claims: { aud: 'other' } }, '"aud"'],
    ['an old token', { issuedAt: Math.floor(Date.now() / 1000) - 3_600, ttl: '1h' }, '"iat"'],
    ['a token without sub and sid', { claims: { sub: undefined, sid: undefined } }, 'not a logout token'],
  ])('rejects %s', async (_case, change, reason) => {
    await expect(verifyLogoutToken(client, await logout(change))).rejects.toThrow(reason);
  });
});
