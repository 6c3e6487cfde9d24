import { pkce, signedIn, startSsoServer, callOidc, type SsoBrowser, type SsoServer } from '@vid/testkit/sso';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { NewClient } from '#applications/clients/client.service.ts';

const callback = 'https://app.example.vn/cb';
const evil = 'https://evil.test/<script>';
const good = {
  client_id: 'shop-web',
  response_type: 'code',
  scope: 'openid',
  redirect_uri: callback,
  state: 'abc',
  code_challenge: pkce().challenge,
  code_challenge_method: 'S256',
};

/** Malformed parameters. An empty value counts as missing (RFC 6749 section 3.1). */
const faults = {
  missing: () => [],
  empty: () => [''],
  twice: (value: string) => [value, value],
  'twice, and foreign': (value: string) => [value, evil],
  foreign: () => [evil],
  plain: () => ['plain'],
  foo: () => ['foo'],
  'openid foo': () => ['openid foo'],
  'none login': () => ['none login'],
} satisfies Record<string, (value: string) => string[]>;

type Row = readonly [name: string, fault: keyof typeof faults, error: string];

/** Errors that VID shows to the user, because a redirect needs a trusted URI (RFC 6749 section 4.1.2.1). */
const shown: readonly Row[] = [
  ['client_id', 'missing', 'invalid_request'],
  ['client_id', 'empty', 'invalid_request'],
  ['client_id', 'twice', 'invalid_request'],
  ['client_id', 'twice, and foreign', 'invalid_request'],
  ['client_id', 'foreign', 'invalid_client'],
  ['redirect_uri', 'missing', 'invalid_request'],
  ['redirect_uri', 'empty', 'invalid_request'],
  ['redirect_uri', 'twice', 'invalid_request'],
  ['redirect_uri', 'twice, and foreign', 'invalid_request'],
  ['redirect_uri', 'foreign', 'invalid_redirect_uri'],
];

/** Errors returned to the application. */
const told: readonly Row[] = [
  ['response_type', 'missing', 'invalid_request'],
  ['response_type', 'empty', 'invalid_request'],
  ['response_type', 'twice', 'invalid_request'],
  ['response_type', 'foreign', 'unsupported_response_type'],
  ['code_challenge', 'missing', 'invalid_request'],
  ['code_challenge', 'empty', 'invalid_request'],
  ['code_challenge', 'twice', 'invalid_request'],
  ['code_challenge', 'foreign', 'invalid_request'],
  // A missing method means `plain` (RFC 7636 section 4.3), which VID does not support (section 4.4.1).
  ['code_challenge_method', 'missing', 'invalid_request'],
  ['code_challenge_method', 'empty', 'invalid_request'],
  ['code_challenge_method', 'twice', 'invalid_request'],
  ['code_challenge_method', 'foreign', 'invalid_request'],
  ['code_challenge_method', 'plain', 'invalid_request'],
  ['state', 'twice', 'invalid_request'],
  ['nonce', 'twice', 'invalid_request'],
  ['prompt', 'foreign', 'invalid_request'],
  // `none` cannot be combined with another value (OpenID Connect Core 3.1.2.1).
  ['prompt', 'none login', 'invalid_request'],
  ['max_age', 'foreign', 'invalid_request'],
  ['claims', 'foreign', 'invalid_request'],
  ['id_token_hint', 'foreign', 'invalid_request'],
  ['scope', 'twice', 'invalid_request'],
];

/** Requests without a known scope; VID has no default scope (RFC 6749 section 3.3). */
const noKnownScope: readonly Row[] = [
  ['scope', 'missing', 'invalid_scope'],
  ['scope', 'empty', 'invalid_scope'],
  ['scope', 'foreign', 'invalid_scope'],
  ['scope', 'foo', 'invalid_scope'],
];

/**
 * Optional parameters, the application's own parameters, and parameters that VID ignores, such as unknown
 * scopes (OpenID Connect Core 3.1.2.1).
 */
const passed = [
  ['state', 'missing'],
  ['state', 'empty'],
  ['state', 'foreign'],
  ['scope', 'openid foo'],
  ['nonce', 'missing'],
  ['prompt', 'empty'],
  ['max_age', 'empty'],
] as const;

const authorize = (browser: SsoBrowser, query: string): Promise<URL> =>
  browser.visit(`/vid/oidc/auth?${query}`);
const spoil = (name: string, fault: keyof typeof faults): string => {
  const query = new URLSearchParams(good);
  const value = query.get(name) ?? 'none';
  query.delete(name);
  for (const one of faults[fault](value)) query.append(name, one);
  return query.toString();
};

describe('the errors of authorization requests', () => {
  let server: SsoServer;
  const secrets = new Map<string, string>();
  beforeAll(async () => {
    server = await startSsoServer(inject('cluster'));
    const { applications } = server.deps;
    await applications.add({ code: 'shop', name: 'Sàn', isFirstParty: true });
    const { publicKey } = await generateKeyPair('ES256', { extractable: true });
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }] };
    const clients: NewClient[] = [
      { clientId: 'shop-web', kind: 'web', redirectUris: [callback] },
      { clientId: 'shop-post', kind: 'web', redirectUris: [callback], authMethod: 'client_secret_post' },
      { clientId: 'shop-keys', kind: 'web', redirectUris: [callback], authMethod: 'private_key_jwt', jwks },
      { clientId: 'shop-spa', kind: 'spa', redirectUris: [callback] },
      { clientId: 'shop-native', kind: 'native', redirectUris: [callback] },
    ];
    for (const client of clients) {
      const made = await applications.addClient('shop', client);
      secrets.set(made.clientId, made.secret ?? '');
    }
  });
  afterAll(() => server.close());

  it('do not occur for a valid request', async () => {
    const { browser } = await signedIn(server);
    const end = await authorize(browser, new URLSearchParams(good).toString());
    expect([end.origin + end.pathname, end.searchParams.get('error')]).toEqual([callback, null]);
    expect(end.searchParams.get('code')).toEqual(expect.any(String));
  });

  it.each(shown)('A9 for %s (%s) lead to VID’s error page, logged as %s', async (name, fault, error) => {
    const { browser } = await signedIn(server);
    const end = await authorize(browser, spoil(name, fault));
    expect([end.origin, end.pathname]).toEqual([server.origin, '/vid/web/error/403']);
    expect([...end.searchParams.keys()]).toEqual(['ref']);
    const ref = end.searchParams.get('ref') ?? '';
    expect(ref).toMatch(/^[2-9A-Z]{10}$/u);
    const redirectUri = name === 'redirect_uri' && fault === 'foreign' ? evil : undefined;
    expect(await server.deps.refusalLog.find(ref)).toMatchObject({
      reason: error,
      details: {
        route: 'authorization',
        description: expect.any(String),
        ...(redirectUri !== undefined && { redirectUri }),
      },
      ...(name === 'redirect_uri' && { clientId: good.client_id }),
      ...(name === 'client_id' && fault === 'foreign' && { clientId: evil }),
    });
  });

  it.each([...told, ...noKnownScope])(
    'A9 for %s (%s) are returned as %s to the redirect URI',
    async (name, fault, error) => {
      const { browser } = await signedIn(server);
      const end = await authorize(browser, spoil(name, fault));
      expect([end.origin + end.pathname, end.hash]).toEqual([callback, '']);
      // If a request has two states, VID returns neither, because neither can be trusted.
      const state = name === 'state' ? null : good.state;
      const answer = ['error', 'code', 'state', 'iss', 'ref'].map((key) => end.searchParams.get(key));
      expect(answer).toEqual([error, null, state, server.issuer, null]);
    },
  );

  it('A9 after the request lead to VID’s error page', async () => {
    const { browser } = await signedIn(server);
    for (const [path, init] of [
      ['/auth/unknown-interaction', {}],
      ['/session/end/confirm', { method: 'POST', body: new URLSearchParams({ xsrf: 'wrong' }) }],
    ] as const) {
      const answer = await browser.fetch(`/vid/oidc${path}`, init);
      expect([path, answer.status, answer.headers.get('location')]).toEqual([
        path,
        303,
        expect.stringMatching(/^\/vid\/web\/error\/403\?ref=\w+$/u),
      ]);
    }
  });

  it.each(passed)('A9 do not occur for %s (%s)', async (name, fault) => {
    const { browser } = await signedIn(server);
    const end = await authorize(browser, spoil(name, fault));
    expect([end.origin + end.pathname, end.searchParams.get('error')]).toEqual([callback, null]);
    expect(end.searchParams.get('code')).toEqual(expect.any(String));
    const state = name === 'state' ? (fault === 'foreign' ? evil : null) : good.state;
    expect(end.searchParams.get('state')).toBe(state);
  });

  it.each(['shop-web', 'shop-post', 'shop-keys', 'shop-spa', 'shop-native'])(
    'A5 occur for %s without a challenge and method, and yield no code',
    async (clientId) => {
      const { browser, accountId } = await signedIn(server);
      const { code_challenge: _challenge, code_challenge_method: _method, ...bare } = good;
      const end = await authorize(browser, new URLSearchParams({ ...bare, client_id: clientId }).toString());
      expect([end.origin + end.pathname, end.searchParams.get('error')]).toEqual([
        callback,
        'invalid_request',
      ]);
      expect(end.searchParams.get('code')).toBeNull();
      const { sql } = server.deps;
      expect(await sql`select 1 from oidc_authorization_codes where account_id = ${accountId}`).toHaveLength(
        0,
      );
    },
  );

  it.each(['shop-web', 'shop-native'])(
    'A5 occur for a pushed request of %s without a challenge',
    async (clientId) => {
      const { code_challenge: _challenge, code_challenge_method: _method, ...bare } = good;
      const secret = secrets.get(clientId) ?? '';
      const { status, body } = await callOidc(
        server,
        '/request',
        { ...bare, client_id: clientId },
        secret === '' ? {} : { client: clientId, secret },
      );
      expect([status, body['error'], body['request_uri']]).toEqual([400, 'invalid_request', undefined]);
    },
  );
});
