import { TestBrowser } from '@vid/testkit/browser';
import { freshPhone, verifyPhone } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { authorizationPath, pkce } from '@vid/testkit/sso';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const callback = 'https://shop.example.vn/callback';

async function signUp(server: TestServer): Promise<{ browser: TestBrowser; accountId: string }> {
  const browser = new TestBrowser(server.app);
  const phone = freshPhone();
  const otpToken = await verifyPhone(browser, server, phone, 'signup');
  const answer = await browser.post('/vid/ajax/users/signup/phone', {
    phone,
    password: 'Nhà-phố2026!',
    otpToken,
    acceptedTerms: true,
  });
  expect(answer.status).toBe(200);
  return { browser, accountId: String(answer.data['id']) };
}

describe('single sign-on', () => {
  let server: TestServer;
  let secret: string;
  beforeAll(async () => {
    server = await startTestServer(inject('cluster'));
    const { applications } = server.deps;
    await applications.add({ code: 'shop', name: 'Sàn giao dịch', isFirstParty: true });
    const made = await applications.addClient('shop', {
      clientId: 'shop-web',
      kind: 'web',
      redirectUris: [callback],
    });
    secret = made.secret ?? '';
  });
  afterAll(() => server.close());

  const redeem = (code: string, verifier: string, more: Record<string, string> = {}) =>
    server.app.inject({
      method: 'POST',
      url: '/vid/oidc/token',
      headers: {
        host: 'localhost:8080',
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`shop-web:${secret}`).toString('base64')}`,
      },
      payload: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: callback,
        code_verifier: verifier,
        ...more,
      }).toString(),
    });

  it('publishes its discovery document under the configured origin', async () => {
    const answer = await server.app.inject({
      url: '/vid/oidc/.well-known/openid-configuration',
      headers: { host: 'localhost:8080' },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      issuer: 'http://localhost:8080/vid/oidc',
      code_challenge_methods_supported: ['S256'],
    });
  });

  it('publishes no address of a forwarding header', async () => {
    const answer = await server.app.inject({
      url: '/vid/oidc/.well-known/openid-configuration',
      headers: {
        host: 'localhost:8080',
        forwarded: 'host=evil.test;proto=https',
        'x-forwarded-host': 'evil.test',
        'x-forwarded-proto': 'https',
      },
    });
    expect(answer.body).not.toContain('evil.test');
    expect(answer.json()).toMatchObject({ token_endpoint: 'http://localhost:8080/vid/oidc/token' });
  });

  it('accepts a code of the community’s protocol only once', async () => {
    const { browser, accountId } = await signUp(server);
    const { verifier, challenge } = pkce();
    const request = { appCode: 'shop', clientId: 'shop-web' };
    const validated = await browser.post('/vid/ajax/apps/view/validateRedirectUrls', {
      ...request,
      redirectUrls: callback,
    });
    expect(validated.data).toMatchObject({ name: 'Sàn giao dịch', redirectUrls: [callback] });
    const issued = await browser.post('/vid/api/auth/code/request', { ...request, codeChallenge: challenge });
    expect(issued.status).toBe(200);
    const first = await redeem(String(issued.data['authCode']), verifier);
    expect(first.json()).toMatchObject({
      token_type: 'Bearer',
      id_token: expect.any(String),
      refresh_token: expect.any(String),
    });
    const me = await server.app.inject({
      url: '/vid/oidc/me',
      headers: { host: 'localhost:8080', authorization: `Bearer ${first.json().access_token}` },
    });
    expect(me.json()).toMatchObject({ sub: accountId, phone_number_verified: true });
    const second = await redeem(String(issued.data['authCode']), verifier);
    expect([second.statusCode, second.json().error]).toEqual([400, 'invalid_grant']);
  });

  it('A8 sends a signed-in user to a first-party application without a prompt', async () => {
    const { browser } = await signUp(server);
    const { verifier, challenge } = pkce();
    const answer = await browser.get(
      authorizationPath(
        { clientId: 'shop-web', redirectUri: callback, challenge },
        { scope: 'openid profile', state: 'xyz' },
      ),
    );
    expect(answer.status).toBe(303);
    const location = new URL(String(answer.raw.headers.location));
    expect(location.origin + location.pathname).toBe(callback);
    expect(location.searchParams.get('iss')).toBe('http://localhost:8080/vid/oidc');
    const tokens = await redeem(String(location.searchParams.get('code')), verifier);
    expect(tokens.statusCode).toBe(200);
  });

  it('A8 W3 sends a signed-out user to VID’s screen, keeping its opener', async () => {
    const browser = new TestBrowser(server.app);
    const answer = await browser.get(authorizationPath({ clientId: 'shop-web', redirectUri: callback }));
    expect(answer.raw.headers.location).toMatch(/^\/vid\/web\/intermediate\?uid=/u);
    // Browsers apply even a redirect's opener policy, so only VID's pages send one, depending on the cookie
    // `vid_ix_open` (W3).
    expect(answer.raw.headers).not.toHaveProperty('cross-origin-opener-policy');
    const cookies = String(answer.raw.headers['set-cookie']);
    expect(cookies).toMatch(/vid_ix_open=1; path=\/vid\/web; max-age=600; samesite=lax; httponly/iu);
    const [, uid = ''] = /uid=([\w-]+)/u.exec(String(answer.raw.headers.location)) ?? [];
    expect(cookies).toContain(`vid_ixp=${uid}; path=/vid/api/sso/interactions/${uid}; max-age=600`);
  });

  it('S2 sets only cookies with the prefix __Host- or __Secure- over https', async () => {
    const secure = await startTestServer(inject('cluster'), {
      environment: { VID_PUBLIC_URL: 'https://id.example.vn' },
    });
    const { applications } = secure.deps;
    await applications.add({ code: 'shop', name: 'Sàn giao dịch', isFirstParty: true });
    await applications.addClient('shop', { clientId: 'shop-web', kind: 'web', redirectUris: [callback] });
    const browser = new TestBrowser(secure.app);
    const headers = { host: 'id.example.vn' };
    const answer = await browser.get(authorizationPath({ clientId: 'shop-web', redirectUri: callback }), {
      headers,
    });
    const [, uid] = /uid=([\w-]+)/u.exec(String(answer.raw.headers.location)) ?? [];
    const lines = [answer.raw.headers['set-cookie']].flat().map(String);
    expect(lines).toHaveLength(4);
    for (const line of lines) {
      expect(line).toMatch(/^__(?:Host|Secure)-vid_\w+=/u);
      expect(line).toMatch(/; secure/iu);
      expect(line).toMatch(/max-age=600/u);
    }
    const waiting = await browser.get(`/vid/api/sso/interactions/${uid}`, { headers });
    expect(waiting.status).toBe(200);
    await secure.close();
  });

  it('adds a new application to the account data of its owner', async () => {
    const { browser, accountId } = await signUp(server);
    const mine = async () => (await browser.get('/vid/ajax/auth/me')).data['managableApplications'];
    expect(await mine()).toEqual([]);
    await server.deps.applications.add({ code: 'mine', name: 'Của tôi', ownerId: accountId });
    expect(await mine()).toEqual([{ id: expect.any(String), code: 'mine', name: 'Của tôi' }]);
  });
});
