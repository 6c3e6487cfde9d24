import {
  authorizationRequest,
  callOidc,
  pkce,
  signedIn,
  startSsoServer,
  textAt,
  type SsoServer,
} from '@vid/testkit/sso';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ttl } from './ttl.ts';

const callback = 'https://shop.example.vn/callback';

let server: SsoServer;
let secret: string;
beforeAll(async () => {
  server = await startSsoServer(inject('cluster'));
  const { applications } = server.deps;
  await applications.add({ code: 'shop', name: 'Sàn', isFirstParty: true });
  ({ secret = '' } = await applications.addClient('shop', {
    clientId: 'shop-web',
    kind: 'web',
    redirectUris: [callback],
    postLogoutUris: ['https://shop.example.vn/bye'],
  }));
});
afterAll(() => server.close());

const { challenge } = pkce();
const request = (more: Readonly<Record<string, string>>) =>
  authorizationRequest({ clientId: 'shop-web', redirectUri: callback, challenge }, more);

describe('the request checks that VID adds to oidc-provider', () => {
  it.each([
    ['a request with unknown scopes only', { scope: 'foo' }, 'invalid_scope'],
    ['an empty scope', { scope: '' }, 'invalid_scope'],
    ['a malformed S256 challenge', { code_challenge: 'a'.repeat(44) }, 'invalid_request'],
  ])('A9 reject %s, whether redirected or pushed', async (_what, more, error) => {
    const { browser } = await signedIn(server);
    const query = new URLSearchParams(request(more)).toString();
    const back = await browser.visit(`/vid/oidc/auth?${query}`);
    expect(back.origin + back.pathname).toBe(callback);
    expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual([error, null]);
    const pushed = await callOidc(server, '/request', request(more), { client: 'shop-web', secret });
    expect([pushed.status, pushed.body['error']]).toEqual([400, error]);
  });

  it('accept a pushed request, which expires after a minute', async () => {
    const pushed = await callOidc(server, '/request', request({}), { client: 'shop-web', secret });
    expect([pushed.status, pushed.body['expires_in']]).toEqual([201, ttl.pushedRequest]);
  });

  it('reject a device request without a known scope', async () => {
    const answer = await callOidc(
      server,
      '/device/auth',
      { client_id: 'shop-web' },
      { client: 'shop-web', secret },
    );
    expect([answer.status, answer.body['error']]).toEqual([400, 'invalid_scope']);
  });

  it('accept an unknown scope if the request also has a known scope', async () => {
    const { browser } = await signedIn(server);
    const query = new URLSearchParams(request({ scope: 'openid foo' })).toString();
    expect((await browser.visit(`/vid/oidc/auth?${query}`)).searchParams.get('code')).toEqual(
      expect.any(String),
    );
  });
});

const visit = async (more: Readonly<Record<string, string>>, clientId = 'shop-old'): Promise<URL> => {
  const {
    code_challenge: _challenge,
    code_challenge_method: _method,
    ...rest
  } = authorizationRequest({ clientId, redirectUri: callback, challenge });
  const { browser } = await signedIn(server);
  return browser.visit(`/vid/oidc/auth?${new URLSearchParams({ ...rest, ...more }).toString()}`);
};

describe('a client that may omit PKCE', () => {
  let old: string;
  beforeAll(async () => {
    ({ secret: old = '' } = await server.deps.applications.addClient('shop', {
      clientId: 'shop-old',
      kind: 'web',
      redirectUris: [callback],
      mayOmitPkce: true,
    }));
  });

  const redeem = (code: string | null, withSecret = old) =>
    callOidc(
      server,
      '/token',
      { grant_type: 'authorization_code', code: code ?? '', redirect_uri: callback },
      { client: 'shop-old', secret: withSecret },
    );

  it('gets tokens for a request with a nonce and its secret', async () => {
    const code = (await visit({ nonce: 'n-1' })).searchParams.get('code');
    expect((await redeem(code, 'wrong')).status).toBe(401);
    const { status, body } = await redeem(code);
    expect(status).toBe(200);
    expect(decodeJwt(textAt(body, 'id_token'))['nonce']).toBe('n-1');
  });

  it('gets no code without a nonce', async () => {
    const { searchParams } = await visit({});
    expect([searchParams.get('error'), searchParams.get('error_description')]).toEqual([
      'invalid_request',
      'a request without PKCE needs a nonce',
    ]);
  });

  it('gets a device code without a nonce', async () => {
    const credentials = { client: 'shop-old', secret: old };
    const fields = { client_id: 'shop-old', scope: 'openid' };
    expect((await callOidc(server, '/device/auth', fields, credentials)).status).toBe(200);
  });

  it('must send the verifier of a request with PKCE', async () => {
    const pkceParameters = { code_challenge: challenge, code_challenge_method: 'S256' };
    const code = (await visit(pkceParameters)).searchParams.get('code');
    expect((await redeem(code)).body['error']).toBe('invalid_grant');
  });

  it('differs from other clients, which get no code without PKCE', async () => {
    expect((await visit({ nonce: 'n-1' }, 'shop-web')).searchParams.get('error')).toBe('invalid_request');
  });
});

const validate = async (redirectUrls: string, action?: 'logout') => {
  const { browser } = await signedIn(server);
  const answer = await browser.post('/vid/ajax/apps/view/validateRedirectUrls', {
    appCode: 'shop',
    clientId: 'shop-web',
    redirectUrls,
    ...(action ? { action } : {}),
  });
  return { browser, answer };
};

describe('the redirect URI of a sign-out in the community’s protocol', () => {
  it('may be a post-logout redirect URI, unlike at a sign-in', async () => {
    expect((await validate('https://shop.example.vn/bye', 'logout')).answer.status).toBe(200);
    expect((await validate(callback, 'logout')).answer.status).toBe(200);
    expect((await validate('https://evil.example/bye', 'logout')).answer.body['message']).toBe(
      'REDIRECT_INVALID',
    );
    expect((await validate('https://shop.example.vn/bye')).answer.body['message']).toBe('REDIRECT_INVALID');
  });

  it('receives no code', async () => {
    const { browser } = await validate(callback, 'logout');
    const { body } = await browser.post('/vid/api/auth/code/request', {
      appCode: 'shop',
      clientId: 'shop-web',
      codeChallenge: challenge,
    });
    expect(body['message']).toBe('SSO_NOT_READY');
  });
});
