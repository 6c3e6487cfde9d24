import { decodeJwt } from 'jose';
import {
  authorizationPath,
  callOidc,
  communityCode,
  pkce,
  signedIn,
  startSsoServer,
  textAt,
  type SsoBrowser,
  type SsoServer,
} from '@vid/testkit/sso';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const callback = 'https://app.example.vn/cb';
const { verifier, challenge } = pkce();
const everyScope = 'openid profile email phone vid';
const signInClaims = ['acr', 'amr', 'aud', 'auth_time', 'exp', 'iat', 'iss', 'sid', 'sub'];
const namesIn = (body: unknown): string[] => Object.keys(decodeJwt(textAt(body, 'id_token'))).toSorted();

describe('id token claims', () => {
  let server: SsoServer;
  beforeAll(async () => {
    server = await startSsoServer(inject('cluster'));
    const { applications } = server.deps;
    await applications.add({ code: 'shop', name: 'Sàn', isFirstParty: true });
    for (const kind of ['spa', 'native'] as const)
      await applications.addClient('shop', {
        clientId: `shop-${kind}`,
        kind,
        redirectUris: [callback],
        backchannelLogoutUri: 'https://app.example.vn/logout',
      });
  });
  afterAll(() => server.close());

  const redeem = async (code: string, codeVerifier = verifier): Promise<Record<string, unknown>> => {
    const { status, body } = await callOidc(server, '/token', {
      grant_type: 'authorization_code',
      client_id: 'shop-spa',
      code,
      redirect_uri: callback,
      code_verifier: codeVerifier,
    });
    expect(status).toBe(200);
    return body;
  };
  const tokensFor = async (
    browser: SsoBrowser,
    more: Readonly<Record<string, string>>,
  ): Promise<Record<string, unknown>> => {
    const path = authorizationPath({ clientId: 'shop-spa', redirectUri: callback, challenge }, more);
    const back = await browser.visit(path);
    return redeem(back.searchParams.get('code') ?? '');
  };
  const userinfo = async (body: unknown): Promise<unknown> => {
    const authorization = `Bearer ${textAt(body, 'access_token')}`;
    return (await fetch(`${server.issuer}/me`, { headers: { authorization } })).json();
  };

  it('contain only data about the sign-in', async () => {
    const { browser, accountId } = await signedIn(server);
    const body = await tokensFor(browser, { scope: everyScope });
    expect(namesIn(body)).toEqual(signInClaims);
    const { exp = 0, iat = 0 } = decodeJwt(textAt(body, 'id_token'));
    expect([exp - iat, body['expires_in']]).toEqual([300, 300]);
    expect(await userinfo(body)).toMatchObject({
      sub: accountId,
      name: 'Lê Thị Hoa',
      phone_number: expect.stringMatching(/^\+84/u),
      'vid:roles': [],
    });
    const again = await callOidc(server, '/token', {
      grant_type: 'refresh_token',
      client_id: 'shop-spa',
      refresh_token: textAt(body, 'refresh_token'),
    });
    expect(namesIn(again.body)).toEqual(signInClaims);
    const { sql } = server.deps;
    await sql`
      insert into application_roles (application_id, code, name)
      select id, role, role from applications, unnest('{writer,reader,editor}'::text[]) role where code = 'shop'`;
    await sql`
      insert into permissions (id, account_id, application_id, role, status)
      select 'per_' || code, ${accountId}, application_id, code, 'active' from application_roles`;
    expect(await userinfo(again.body)).toMatchObject({ 'vid:roles': ['editor', 'reader', 'writer'] });
  });

  it('are the same with a code of the community’s protocol', async () => {
    const { browser, accountId } = await signedIn(server);
    const shop = { appCode: 'shop', clientId: 'shop-spa', redirectUrl: callback };
    const issued = await communityCode(browser, shop);
    const body = await redeem(issued.code, issued.verifier);
    expect(namesIn(body)).toEqual(signInClaims);
    expect(await userinfo(body)).toMatchObject({ sub: accountId, name: 'Lê Thị Hoa' });
  });

  it('include the claims that the request names for the id token', async () => {
    const { browser } = await signedIn(server);
    const claims = JSON.stringify({
      id_token: { name: null, phone_number: { essential: true } },
      userinfo: { email: null },
    });
    const body = await tokensFor(browser, { scope: 'openid', claims });
    expect(namesIn(body)).toEqual([...signInClaims, 'name', 'phone_number'].toSorted());
    const again = await callOidc(server, '/token', {
      grant_type: 'refresh_token',
      client_id: 'shop-spa',
      refresh_token: textAt(body, 'refresh_token'),
    });
    expect(namesIn(again.body)).toEqual([...signInClaims, 'name', 'phone_number'].toSorted());
    // A request without the parameter `claims` does not inherit the claims of an earlier request.
    expect(namesIn(await tokensFor(browser, { scope: everyScope }))).toEqual(signInClaims);
  });

  it.each([
    ['nothing', {}, signInClaims],
    [
      'a name',
      { claims: JSON.stringify({ id_token: { name: null } }) },
      [...signInClaims, 'name'].toSorted(),
    ],
  ])('of a device include what its request names: %s', async (_case, more, expected) => {
    const { browser, accountId } = await signedIn(server);
    const begun = (
      await callOidc(server, '/device/auth', { client_id: 'shop-native', scope: 'openid', ...more })
    ).body;
    const decision = { userCode: textAt(begun, 'user_code'), accountId, approve: true };
    expect((await browser.post('/vid/api/sso/device/decide', decision)).status).toBe(200);
    const { body } = await callOidc(server, '/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: 'shop-native',
      device_code: textAt(begun, 'device_code'),
    });
    expect(namesIn(body)).toEqual(expected);
  });
});
