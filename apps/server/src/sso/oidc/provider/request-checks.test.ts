import { callOidc, pkce, signedIn, startSsoServer, type SsoServer } from '@vid/testkit/sso';
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
const request = (more: Readonly<Record<string, string>>) => ({
  client_id: 'shop-web',
  response_type: 'code',
  scope: 'openid',
  redirect_uri: callback,
  code_challenge: challenge,
  code_challenge_method: 'S256',
  ...more,
});

describe('what is refused beside what the library refuses', () => {
  it.each([
    ['no known scope', { scope: 'foo' }, 'invalid_scope'],
    ['no scope', { scope: '' }, 'invalid_scope'],
    ['a challenge that is none of S256', { code_challenge: 'a'.repeat(44) }, 'invalid_request'],
  ])('A9 %s, by redirect and pushed', async (_what, more, error) => {
    const { browser } = await signedIn(server);
    const query = new URLSearchParams(request(more)).toString();
    const back = await browser.visit(`/vid/oidc/auth?${query}`);
    expect(back.origin + back.pathname).toBe(callback);
    expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual([error, null]);
    const pushed = await callOidc(server, '/request', request(more), { client: 'shop-web', secret });
    expect([pushed.status, pushed.body['error']]).toEqual([400, error]);
  });

  it('a device that asks for no known scope is told so', async () => {
    const answer = await callOidc(
      server,
      '/device/auth',
      { client_id: 'shop-web' },
      { client: 'shop-web', secret },
    );
    expect([answer.status, answer.body['error']]).toEqual([400, 'invalid_scope']);
  });

  it('an unknown scope beside a known one is left alone', async () => {
    const { browser } = await signedIn(server);
    const query = new URLSearchParams(request({ scope: 'openid foo' })).toString();
    expect((await browser.visit(`/vid/oidc/auth?${query}`)).searchParams.get('code')).toEqual(
      expect.any(String),
    );
  });

  it('discovery announces the response modes there are, and no other is answered', async () => {
    const answer = await fetch(`${server.issuer}/.well-known/openid-configuration`);
    const modes: unknown = Object(await answer.json()).response_modes_supported;
    expect(modes).toEqual(['query', 'fragment']);
    const { browser } = await signedIn(server);
    for (const mode of ['query', 'fragment', 'form_post']) {
      const query = new URLSearchParams(request({ response_mode: mode })).toString();
      const back = await browser.visit(`/vid/oidc/auth?${query}`);
      const answered = new URLSearchParams(back.hash === '' ? back.search : back.hash.slice(1));
      expect([mode, answered.get('error')]).toEqual([
        mode,
        mode === 'form_post' ? 'unsupported_response_mode' : null,
      ]);
    }
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

describe('where a sign-out of the community’s protocol comes back to', () => {
  it('post-logout addresses are good for a sign-out, and for nothing else', async () => {
    expect((await validate('https://shop.example.vn/bye', 'logout')).answer.status).toBe(200);
    expect((await validate(callback, 'logout')).answer.status).toBe(200);
    expect((await validate('https://evil.example/bye', 'logout')).answer.body['message']).toBe(
      'REDIRECT_INVALID',
    );
    expect((await validate('https://shop.example.vn/bye')).answer.body['message']).toBe('REDIRECT_INVALID');
  });

  it('no code can follow it', async () => {
    const { browser } = await validate(callback, 'logout');
    const { body } = await browser.post('/vid/api/auth/code/request', {
      appCode: 'shop',
      clientId: 'shop-web',
      codeChallenge: challenge,
    });
    expect(body['message']).toBe('SSO_NOT_READY');
  });
});
