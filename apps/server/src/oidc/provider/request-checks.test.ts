import {
  authorizationRequest,
  callOidc,
  pkce,
  signedIn,
  startSsoServer,
  type SsoServer,
} from '@vid/testkit/sso';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

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

describe('request checks that the library leaves out', () => {
  it.each([
    ['a request with unknown scopes only', { scope: 'foo' }, 'invalid_scope'],
    ['an empty scope', { scope: '' }, 'invalid_scope'],
    ['a malformed S256 challenge', { code_challenge: 'a'.repeat(44) }, 'invalid_request'],
  ])('A9 reject %s, redirected and pushed', async (_what, more, error) => {
    const { browser } = await signedIn(server);
    const query = new URLSearchParams(request(more)).toString();
    const back = await browser.visit(`/vid/oidc/auth?${query}`);
    expect(back.origin + back.pathname).toBe(callback);
    expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual([error, null]);
    const pushed = await callOidc(server, '/request', request(more), { client: 'shop-web', secret });
    expect([pushed.status, pushed.body['error']]).toEqual([400, error]);
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

  it('ignore an unknown scope beside a known scope', async () => {
    const { browser } = await signedIn(server);
    const query = new URLSearchParams(request({ scope: 'openid foo' })).toString();
    expect((await browser.visit(`/vid/oidc/auth?${query}`)).searchParams.get('code')).toEqual(
      expect.any(String),
    );
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

describe('the return address of a sign-out in the community’s protocol', () => {
  it('may be a post-logout address, unlike other addresses', async () => {
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
