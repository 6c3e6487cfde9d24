import { createServer, type Server } from 'node:http';
import { freePort, listenOnLoopback } from '@vid/testkit/network';
import { pkce, signedIn, SsoBrowser, startSsoServer, textAt, type SsoServer } from '@vid/testkit/sso';
import express from 'express';
import { auth } from 'express-openid-connect';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const callback = 'https://shop.example.vn/callback';
const home = 'https://shop.example.vn/';
const scope = 'openid profile email phone vid offline_access';

describe('VID as an OpenID Connect provider', () => {
  let server: SsoServer;
  let secret = '';
  beforeAll(async () => {
    server = await startSsoServer(inject('cluster'));
    const { applications } = server.deps;
    await applications.add({ code: 'shop', name: 'Sàn giao dịch' });
    const made = await applications.addClient('shop', {
      clientId: 'shop-web',
      kind: 'web',
      redirectUris: [callback],
      postLogoutUris: [home],
    });
    secret = made.secret ?? '';
    await applications.addClient('shop', {
      clientId: 'shop-spa',
      kind: 'spa',
      redirectUris: [callback],
      postLogoutUris: [home],
      idTokenAlg: 'RS256',
    });
  });
  afterAll(() => server.close());

  it('works with openid-client for PKCE, refresh, userinfo and logout', async () => {
    const config = await openid.discovery(new URL(server.issuer), 'shop-web', secret, undefined, {
      execute: [openid.allowInsecureRequests],
    });
    const { browser, accountId } = await signedIn(server);
    const verifier = openid.randomPKCECodeVerifier();
    const state = openid.randomState();
    const nonce = openid.randomNonce();
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope,
      prompt: 'consent',
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const back = await browser.visitAndContinue(address.href);
    const tokens = await openid.authorizationCodeGrant(config, back, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    expect(tokens.claims()).toMatchObject({
      sub: accountId,
      acr: 'urn:vid:acr:password',
      amr: ['pwd'],
    });
    const me = await openid.fetchUserInfo(config, tokens.access_token, accountId);
    expect(me).toMatchObject({
      sub: accountId,
      name: 'Lê Thị Hoa',
      phone_number_verified: true,
      'vid:roles': [],
      'vid:is_enterprise': false,
      'vid:is_verified_enterprise': false,
    });
    const fresh = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(fresh.refresh_token).not.toBe(tokens.refresh_token);
    const out = openid.buildEndSessionUrl(config, {
      id_token_hint: fresh.id_token ?? '',
      post_logout_redirect_uri: home,
      state: 'bye',
    });
    expect(await signOut(browser, out.href)).toBe(`${home}?state=bye`);
  });

  it('works with oauth4webapi as a single-page client of another origin', async () => {
    const insecure = { [oauth.allowInsecureRequests]: true } as const;
    const issuer = new URL(server.issuer);
    const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
    const client: oauth.Client = { client_id: 'shop-spa', id_token_signed_response_alg: 'RS256' };
    const { browser, accountId } = await signedIn(server);
    const { verifier, challenge } = pkce();
    const address = new URL(as.authorization_endpoint ?? '');
    for (const [name, value] of Object.entries({
      client_id: client.client_id,
      redirect_uri: callback,
      response_type: 'code',
      scope: 'openid profile',
      state: 'abc',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }))
      address.searchParams.set(name, value);
    const back = oauth.validateAuthResponse(as, client, await browser.visitAndContinue(address.href), 'abc');
    const fromSpa = { ...insecure, headers: { origin: 'https://shop.example.vn' } };
    const answer = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      oauth.None(),
      back,
      callback,
      verifier,
      fromSpa,
    );
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://shop.example.vn');
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, answer, { requireIdToken: true });
    expect(oauth.getValidatedIdTokenClaims(tokens)?.sub).toBe(accountId);
    const me = await oauth.userInfoRequest(as, client, tokens.access_token, fromSpa);
    expect(await oauth.processUserInfoResponse(as, client, accountId, me)).toMatchObject({ sub: accountId });
    const refreshed = await oauth.processRefreshTokenResponse(
      as,
      client,
      await oauth.refreshTokenGrantRequest(as, client, oauth.None(), tokens.refresh_token ?? '', fromSpa),
    );
    const foreign = await oauth.userInfoRequest(as, client, refreshed.access_token, {
      ...insecure,
      headers: { origin: 'https://evil.test' },
    });
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    expect(foreign.status).toBe(400);
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(as, client, oauth.None(), refreshed.refresh_token ?? '', insecure),
    );
    const spent = await oauth.refreshTokenGrantRequest(
      as,
      client,
      oauth.None(),
      refreshed.refresh_token ?? '',
      insecure,
    );
    expect(spent.status).toBe(400);
    const out = new URL(as.end_session_endpoint ?? '');
    out.searchParams.set('id_token_hint', tokens.id_token ?? '');
    out.searchParams.set('post_logout_redirect_uri', home);
    out.searchParams.set('state', 'bye');
    expect(await signOut(browser, out.href)).toBe(`${home}?state=bye`);
  });

  it('works with express-openid-connect for sign-in, refresh, userinfo and sign-out', async () => {
    const port = await freePort();
    const base = `http://localhost:${port}`;
    const made = await server.deps.applications.addClient('shop', {
      clientId: 'shop-express',
      kind: 'web',
      redirectUris: [`${base}/callback`],
      postLogoutUris: [`${base}/`, base],
    });
    const site = express();
    site.use(
      auth({
        issuerBaseURL: server.issuer,
        baseURL: base,
        clientID: 'shop-express',
        clientSecret: made.secret ?? '',
        secret: 'a secret of the site itself, at least so long',
        idTokenSigningAlg: 'ES256',
        authRequired: true,
        idpLogout: true,
        authorizationParams: { response_type: 'code', response_mode: 'query', scope },
      }),
    );
    site.get('/who', async ({ oidc }, response) => {
      const refreshed = await oidc.accessToken?.refresh();
      const me = await oidc.fetchUserInfo();
      response.json({ sub: me.sub, hasNew: refreshed !== undefined });
    });
    const listening = await listen(site, port);
    try {
      const { browser, accountId } = await signedIn(server);
      const visitor = new SsoBrowser(base);
      const login = await visitor.fetch('/login');
      const back = await browser.visitAndContinue(login.headers.get('location') ?? '');
      const done = await visitor.fetch(back.href);
      expect([done.status, done.status === 302 ? '' : await done.text()]).toEqual([302, '']);
      const who = await visitor.fetch('/who');
      expect(await who.json()).toEqual({ sub: accountId, hasNew: true });
      const logout = await visitor.fetch('/logout');
      const end = await signOut(browser, logout.headers.get('location') ?? '');
      expect(end).toBe(`${base}/`);
      // The site has ended its own session too, so it starts a new sign-in.
      const again = await visitor.fetch(end);
      expect([again.status, again.headers.get('location')]).toEqual([
        302,
        expect.stringContaining(`${server.issuer}/auth?`),
      ]);
    } finally {
      await new Promise((resolve) => {
        listening.close(resolve);
        listening.closeAllConnections();
      });
    }
  });
});

/**
 * Confirms an application's logout on VID's screen, checks that the session has ended, and returns the
 * redirect URL.
 */
async function signOut(browser: SsoBrowser, address: string): Promise<string> {
  expect((await browser.visit(address)).pathname).toBe('/vid/web/logout');
  const asked: unknown = await (await browser.fetch('/vid/api/sso/logout')).json();
  expect(textAt(asked, 'data', 'application', 'code')).toBe('shop');
  expect((await browser.fetch('/vid/ajax/auth/me')).status).toBe(200);
  const session = browser.cookies.get('vid_sid;/');
  const confirmed = await browser.fetch('/vid/oidc/session/end/confirm', {
    method: 'POST',
    body: new URLSearchParams({ xsrf: textAt(asked, 'data', 'xsrf'), logout: 'yes' }),
  });
  expect(confirmed.status).toBe(303);
  expect((await browser.fetch('/vid/ajax/auth/me')).status).toBe(401);
  // The session has ended, so restoring the cookie is useless (S3).
  expect(browser.cookies.has('vid_sid;/')).toBe(false);
  if (session) browser.cookies.set('vid_sid;/', session);
  expect((await browser.fetch('/vid/ajax/auth/me')).status).toBe(401);
  return confirmed.headers.get('location') ?? '';
}

async function listen(site: express.Express, port: number): Promise<Server> {
  const listening = createServer((request, response) => {
    site(request, response);
  });
  await listenOnLoopback(listening, port);
  return listening;
}
