import { pkce, signedIn, SsoBrowser, startSsoServer, textAt, type SsoServer } from '@vid/testkit/sso';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const callback = 'https://app.example.vn/cb';
const home = 'https://app.example.vn/bye?from=vid';

/** What a form of an application's own page sends: without cookies, and then where it is sent to with them. */
const post = async (browser: SsoBrowser, path: string, parameters: Record<string, string>): Promise<URL> => {
  const answer = await new SsoBrowser(browser.origin).fetch(path, {
    method: 'POST',
    body: new URLSearchParams(parameters),
    headers: {
      origin: 'https://app.example.vn',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
    },
  });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([303, 'no-store']);
  return browser.visit(answer.headers.get('location') ?? '');
};

describe('requests that come by a form', () => {
  let server: SsoServer;
  beforeAll(async () => {
    server = await startSsoServer(inject('cluster'));
    const { applications } = server.deps;
    await applications.add({ code: 'shop', name: 'Sàn', isFirstParty: true });
    await applications.addClient('shop', {
      clientId: 'shop-spa',
      kind: 'spa',
      redirectUris: [callback],
      postLogoutUris: [home],
    });
  });
  afterAll(() => server.close());

  const logout = { client_id: 'shop-spa', post_logout_redirect_uri: home, state: 'ạ b&c' };

  it('a request for a code finds the session of the browser', async () => {
    const { browser } = await signedIn(server);
    const end = await post(browser, '/vid/oidc/auth', {
      client_id: 'shop-spa',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: callback,
      state: 'x y',
      code_challenge: pkce().challenge,
      code_challenge_method: 'S256',
    });
    expect([end.origin + end.pathname, end.searchParams.get('state')]).toEqual([callback, 'x y']);
    expect(end.searchParams.get('code')).toEqual(expect.any(String));
  });

  it('a logout asks who is signed in, and brings who is not back to the registered address', async () => {
    const { browser } = await signedIn(server);
    expect((await post(browser, '/vid/oidc/session/end', logout)).pathname).toBe('/vid/web/logout');
    const signedOut = new SsoBrowser(server.origin);
    const end = await post(signedOut, '/vid/oidc/session/end', logout);
    expect(end.href.startsWith(home)).toBe(true);
    expect(end.searchParams.get('state')).toBe('ạ b&c');
    const foreign = { ...logout, post_logout_redirect_uri: 'https://evil.test/' };
    expect((await post(signedOut, '/vid/oidc/session/end', foreign)).pathname).toBe('/vid/web/signin');
  });

  it.each([
    ['navigate', { post_logout_redirect_uri: home, state: 'x' }, 200, { refresh: `0;url=${home}&state=x` }],
    ['navigate', {}, 303, { location: expect.stringContaining('/vid/oidc/session/end/success') }],
    ['cors', { post_logout_redirect_uri: home, state: 'x' }, 303, { location: `${home}&state=x` }],
  ])(
    'the form that confirms a logout (%s, %j) is left by an answer that its page’s policy allows',
    async (mode, asked, status, headers) => {
      const { browser } = await signedIn(server);
      const query = new URLSearchParams({ client_id: 'shop-spa', ...asked });
      await browser.visit(`/vid/oidc/session/end?${query.toString()}`);
      const about: unknown = await (await browser.fetch('/vid/api/sso/logout')).json();
      // By hand: fetch says of itself what mode it is.
      const { statusCode, headers: answered } = await server.app.inject({
        method: 'POST',
        url: '/vid/oidc/session/end/confirm',
        payload: new URLSearchParams({ xsrf: textAt(about, 'data', 'xsrf'), logout: 'yes' }).toString(),
        headers: {
          host: new URL(server.origin).host,
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-mode': mode,
          cookie: `vid_sid=${browser.cookies.get('vid_sid;/')?.value ?? ''}`,
        },
      });
      expect([statusCode, answered]).toEqual([status, expect.objectContaining(headers)]);
      expect((await browser.fetch('/vid/ajax/auth/me')).status).toBe(401);
    },
  );

  it.each(['/auth', '/session/end'])('I2 too much for %s is refused', async (path) => {
    const answer = await fetch(`${server.issuer}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ ...logout, state: 'x'.repeat(5_000) }),
    });
    expect(answer.status).toBe(413);
  });
});
