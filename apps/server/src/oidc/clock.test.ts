import { decodeJwt } from 'jose';
import {
  authorizationPath,
  callOidc,
  pkce,
  signedIn,
  SsoBrowser,
  startSsoServer,
  textAt,
  type SsoServer,
} from '@vid/testkit/sso';
import { createAccount } from '@vid/testkit/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';

const callback = 'https://app.example.vn/cb';
const { verifier, challenge } = pkce();
const address = (more: Record<string, string> = {}) =>
  authorizationPath(
    { clientId: 'shop-spa', redirectUri: callback, challenge },
    { scope: 'openid profile', ...more },
  );

const now = Date.now.bind(Date);
/** Shifts `Date.now`, which oidc-provider uses. */
const shiftClock = (minutes: number): void => {
  vi.spyOn(Date, 'now').mockImplementation(() => now() + minutes * 60_000);
};

describe('D7 OpenID Connect with a wrong server clock', () => {
  let server: SsoServer;
  beforeAll(async () => {
    server = await startSsoServer(inject('cluster'));
    await server.deps.applications.add({ code: 'shop', name: 'Sàn', isFirstParty: true });
    await server.deps.applications.addClient('shop', {
      clientId: 'shop-spa',
      kind: 'spa',
      redirectUris: [callback],
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  afterAll(() => server.close());

  const signIn = async (browser: SsoBrowser, accountId: string): Promise<void> => {
    const cookie = (await signedIn(server, { accountId })).browser.cookies.get('vid_sid;/');
    if (cookie) browser.cookies.set('vid_sid;/', cookie);
  };
  const redeem = (back: URL) =>
    callOidc(server, '/token', {
      grant_type: 'authorization_code',
      client_id: 'shop-spa',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: callback,
      code_verifier: verifier,
    });
  const useAccessToken = async (token: string): Promise<number> =>
    (await fetch(`${server.issuer}/me`, { headers: { authorization: `Bearer ${token}` } })).status;

  // Clock errors of the two servers that handle one sign-in, in minutes.
  it.each([
    [10, 10],
    [-10, -10],
    [10, 0],
    [-10, 0],
    [0, 10],
    [0, -10],
  ])('accepts a sign-in with server clocks %s and %s minutes off', async (first, second) => {
    const { id } = await createAccount(server, { password: null });
    const browser = new SsoBrowser(server.origin);
    shiftClock(first);
    const page = await browser.visit(address({ prompt: 'login' }));
    const uid = page.searchParams.get('uid') ?? '';
    await signIn(browser, id);
    shiftClock(second);
    const answer = await browser.post(`/vid/api/sso/interactions/${uid}/continue`, {});
    const back = await browser.visit(textAt(answer.body, 'data', 'continueTo'));
    shiftClock(first);
    const { status, body } = await redeem(back);
    expect(status).toBe(200);
    shiftClock(second);
    expect(await useAccessToken(textAt(body, 'access_token'))).toBe(200);
    expect(Number(decodeJwt(textAt(body, 'id_token'))['auth_time'])).toBeCloseTo(now() / 1_000, -2);
  });

  it.each([10, -10])('measures max_age by the database with a server %s minutes off', async (minutes) => {
    const { browser, sessionId } = await signedIn(server);
    shiftClock(minutes);
    const fresh = await browser.visit(address({ max_age: '60' }));
    expect(fresh.searchParams.get('code')).toEqual(expect.any(String));
    await server.deps
      .sql`update sessions set authenticated_at = now() - interval '5 minutes' where id = ${sessionId}`;
    const stale = await browser.visit(address({ max_age: '60', prompt: 'none' }));
    expect(stale.searchParams.get('error')).toBe('login_required');
  });

  it.each([10, -10])(
    'ends codes and tokens by the database with a server %s minutes off',
    async (minutes) => {
      const { browser } = await signedIn(server);
      const back = await browser.visit(address());
      const { body } = await redeem(await browser.visit(address()));
      const expire = async (interval: string): Promise<void> => {
        const { sql } = server.deps;
        await sql`update oidc_authorization_codes set expires_at = now() + ${interval}::interval where consumed_at is null`;
        await sql`update oidc_access_tokens set expires_at = now() + ${interval}::interval`;
      };
      shiftClock(minutes);
      await expire('1 minute');
      expect(await useAccessToken(textAt(body, 'access_token'))).toBe(200);
      await expire('-1 millisecond');
      expect(await useAccessToken(textAt(body, 'access_token'))).toBe(401);
      expect((await redeem(back)).body['error']).toBe('invalid_grant');
    },
  );

  it('gives sign-in cookies a Max-Age instead of an expiry date', async () => {
    const browser = new SsoBrowser(server.origin);
    const answer = await browser.fetch(address());
    const cookies = answer.headers.getSetCookie().filter((cookie) => cookie.startsWith('vid_ix'));
    expect(cookies).toHaveLength(4);
    for (const cookie of cookies) {
      expect(cookie).toContain('max-age=600');
      expect(cookie).not.toContain('expires');
    }
  });
});
