import {
  authorizationPath,
  authorizationRequest,
  callOidc,
  pkce,
  signedIn,
  SsoBrowser,
  startSsoServer,
  textAt,
  type SsoServer,
} from '@vid/testkit/sso';
import { Provider } from 'oidc-provider';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { VidProvider } from './library-overrides.ts';

const callback = 'https://app.example.vn/cb';
const home = 'https://app.example.vn/bye?from=vid';

/** If an upgrade renames or removes one of these methods, its override has no effect. */
describe('the methods of oidc-provider that VID overrides', () => {
  const issuer = 'https://vid.example.vn/vid/oidc';
  const configuration = { features: { devInteractions: { enabled: false } } };

  it('include registerResponseMode, which the library calls for every response mode', () => {
    const registered: string[] = [];
    class Recording extends Provider {
      override registerResponseMode(name: string): void {
        registered.push(name);
      }
    }
    expect(new Recording(issuer, configuration)).toBeInstanceOf(Provider);
    expect(registered.toSorted()).toEqual(['form_post', 'fragment', 'query']);
  });

  it('include registerGrantType, which the library calls for two grant types', () => {
    const registered: string[] = [];
    class Recording extends Provider {
      override registerGrantType(name: string): void {
        registered.push(name);
      }
    }
    expect(new Recording(issuer, configuration)).toBeInstanceOf(Provider);
    expect(registered).toEqual(expect.arrayContaining(['authorization_code', 'refresh_token']));
  });

  it('exist in the library', () => {
    const provider = new VidProvider(issuer, configuration, async (_ctx, runGrant) => runGrant());
    expect(Object.getOwnPropertyNames(provider.Session.prototype)).toEqual(
      expect.arrayContaining(['resetIdentifier', 'loginAccount']),
    );
    expect(Object.getOwnPropertyNames(provider.Client.prototype)).toEqual(
      expect.arrayContaining(['compareClientSecret', 'backchannelLogout']),
    );
    expect(Object.getOwnPropertyNames(provider.Grant.prototype)).toEqual(
      expect.arrayContaining(['getOIDCClaims']),
    );
    const { Schema: schema } = Object(provider.Client);
    expect(Object.getOwnPropertyNames(schema.prototype)).toEqual(expect.arrayContaining(['redirectUris']));
  });
});

const isSignedIn = async (browser: SsoBrowser) => (await browser.fetch('/vid/ajax/auth/me')).status === 200;

/** Submits a form without cookies, as another site's page does, and follows the redirect with cookies. */
const postForm = async (
  browser: SsoBrowser,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<URL> => {
  const answer = await new SsoBrowser(browser.origin).fetch(path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: {
      origin: 'https://app.example.vn',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
    },
  });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([303, 'no-store']);
  return browser.visit(answer.headers.get('location') ?? '');
};

describe('VID’s overrides of oidc-provider', () => {
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
      postLogoutUris: [home],
    }));
  });
  afterAll(() => server.close());

  const { verifier, challenge } = pkce();
  const authorization = authorizationRequest({ clientId: 'shop-web', redirectUri: callback, challenge });
  const address = (more: Readonly<Record<string, string>> = {}) =>
    `/vid/oidc/auth?${new URLSearchParams({ ...authorization, ...more }).toString()}`;
  const logout = { client_id: 'shop-web', post_logout_redirect_uri: home, state: 'ạ b&c' };

  it('turn a posted authorization request into a GET', async () => {
    const { browser } = await signedIn(server);
    const { scope, ...fields } = authorization;
    const target = `/vid/oidc/auth?${new URLSearchParams({ scope: String(scope) }).toString()}`;
    const end = await postForm(browser, target, { ...fields, state: 'x y' });
    expect([end.origin + end.pathname, end.searchParams.get('state')]).toEqual([callback, 'x y']);
    expect(end.searchParams.get('code')).toEqual(expect.any(String));
  });

  it('ask signed-in users to confirm a posted logout, and redirect signed-out users', async () => {
    const { browser } = await signedIn(server);
    expect((await postForm(browser, '/vid/oidc/session/end', logout)).pathname).toBe('/vid/web/logout');
    const signedOut = new SsoBrowser(server.origin);
    const end = await postForm(signedOut, '/vid/oidc/session/end', logout);
    expect(end.href.startsWith(home)).toBe(true);
    expect(end.searchParams.get('state')).toBe('ạ b&c');
    const { client_id: audience, ...unnamed } = logout;
    const hinted = { ...unnamed, id_token_hint: `e30.${btoa(JSON.stringify({ aud: audience }))}.x` };
    expect((await postForm(signedOut, '/vid/oidc/session/end', hinted)).href.startsWith(home)).toBe(true);
    const foreign = { ...logout, post_logout_redirect_uri: 'https://evil.test/' };
    expect((await postForm(signedOut, '/vid/oidc/session/end', foreign)).pathname).toBe('/vid/web/signin');
  });

  it('respond to a revocation without a body or content type', async () => {
    const answer = await fetch(`${server.issuer}/token/revocation`, {
      method: 'POST',
      body: new URLSearchParams({ token: 'unknown' }),
      headers: { authorization: `Basic ${btoa(`shop-web:${secret}`)}` },
    });
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([200, null, '']);
  });

  it.each(['/auth', '/session/end'])('I2 reject a form for %s that is too long for a URL', async (path) => {
    const post = async (length: number) => {
      const body = new URLSearchParams({ ...logout, state: 'x'.repeat(length) });
      return (await fetch(`${server.issuer}${path}`, { method: 'POST', body, redirect: 'manual' })).status;
    };
    expect([await post(3_900), await post(5_000)]).toEqual([303, 413]);
  });

  it.each([
    [
      'with a page that leads to the application',
      'navigate',
      { post_logout_redirect_uri: home, state: 'x' },
      200,
      { refresh: `0;url=${home}&state=x` },
    ],
    [
      'with a redirect to VID’s own page',
      'navigate',
      {},
      303,
      { location: expect.stringContaining('/vid/oidc/session/end/success') },
    ],
    [
      'of a script with a redirect to the application',
      'cors',
      { post_logout_redirect_uri: home, state: 'x' },
      303,
      { location: `${home}&state=x` },
    ],
  ])(
    'respond to a logout confirmation %s, and end the session',
    async (_answer, mode, asked, status, headers) => {
      const { browser } = await signedIn(server);
      const query = new URLSearchParams({ client_id: 'shop-web', ...asked });
      await browser.visit(`/vid/oidc/session/end?${query.toString()}`);
      const about: unknown = await (await browser.fetch('/vid/api/sso/logout')).json();
      // Inject the request, because fetch would overwrite the header Sec-Fetch-Mode.
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
      expect(await isSignedIn(browser)).toBe(false);
    },
  );

  it('keep the session without renewing its cookie', async () => {
    const { browser, sessionId } = await signedIn(server);
    const answer = await browser.fetch(address());
    expect(answer.status).toBe(303);
    expect(answer.headers.getSetCookie().filter((line) => line.startsWith('vid_sid='))).toEqual([]);
    const rows = await server.deps.sql`select id from sessions where id = ${sessionId}`;
    expect([rows.length, await isSignedIn(browser)]).toEqual([1, true]);
  });

  it('keep the session of a sign-in that a prompt required', async () => {
    const { browser, accountId } = await signedIn(server);
    const page = await browser.visit(address({ prompt: 'login' }));
    const cookie = (await signedIn(server, { accountId })).browser.cookies.get('vid_sid;/');
    if (cookie) browser.cookies.set('vid_sid;/', cookie);
    const end = await browser.visitAndContinue(page.href);
    expect(end.searchParams.get('code')).toEqual(expect.any(String));
    expect(browser.cookies.get('vid_sid;/')?.value).toBe(cookie?.value);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('compare client secrets with their hashes', async () => {
    const { browser } = await signedIn(server);
    const code = (await browser.visit(address())).searchParams.get('code') ?? '';
    const redeem = (given: string) =>
      callOidc(
        server,
        '/token',
        { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier },
        { client: 'shop-web', secret: given },
      );
    expect([(await redeem('hashed')).status, (await redeem(secret)).status]).toEqual([401, 200]);
  });

  it('accept https://localhost of a native client’s WebView beside other redirect URIs', async () => {
    const uris = ['https://localhost/cb', 'capacitor://localhost/cb', 'vn.example.app:/cb'];
    await server.deps.applications.addClient('shop', {
      clientId: 'shop-native',
      kind: 'native',
      redirectUris: uris,
      postLogoutUris: uris,
    });
    const { browser } = await signedIn(server);
    const pageOf = async (redirectUri: string) =>
      (await browser.visit(authorizationPath({ clientId: 'shop-native', redirectUri }))).pathname;
    for (const uri of uris) expect([uri, await pageOf(uri)]).toEqual([uri, '/vid/web/intermediate']);
    expect(await pageOf('https://localhost/other')).toBe('/vid/web/error/403');
  });

  it('send user codes to VID’s own screen', async () => {
    const answer = await fetch(`${server.issuer}/device?user_code=ABCD-EFGH`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      '/vid/web/device?user_code=ABCD-EFGH',
    ]);
  });

  it('report an unknown path in JSON', async () => {
    const { browser } = await signedIn(server);
    const redirect = await browser.fetch(address());
    expect([redirect.status, await redirect.text()]).toEqual([303, '']);
    const unknown = await fetch(`${server.issuer}/nothing`);
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      { error: 'not_found', error_description: 'there is no such endpoint' },
    ]);
  });

  it('offer the response modes query and fragment, but not form_post', async () => {
    const discovery: unknown = await (
      await fetch(`${server.issuer}/.well-known/openid-configuration`)
    ).json();
    expect(Object(discovery).response_modes_supported).toEqual(['query', 'fragment']);
    const { browser } = await signedIn(server);
    for (const mode of ['query', 'fragment', 'form_post']) {
      const back = await browser.visit(address({ response_mode: mode }));
      const answered = new URLSearchParams(back.hash === '' ? back.search : back.hash.slice(1));
      expect([mode, answered.get('error')]).toEqual([
        mode,
        mode === 'form_post' ? 'unsupported_response_mode' : null,
      ]);
    }
  });
});
