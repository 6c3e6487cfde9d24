import { decodeJwt } from 'jose';
import {
  callOidc,
  pkce,
  signedIn,
  SsoBrowser,
  startSsoServer,
  textAt,
  type SsoServer,
} from '@vid/testkit/sso';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const callback = 'https://app.example.vn/cb';
const { verifier, challenge } = pkce();
const password = 'urn:vid:acr:password';
const otp = 'urn:vid:acr:otp';
const essential = (acr: Record<string, unknown>) => ({
  claims: JSON.stringify({ id_token: { acr: { essential: true, ...acr } } }),
});

const address = (more: Record<string, string>, client = 'shop-spa') =>
  `/vid/oidc/auth?${new URLSearchParams({
    client_id: client,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: callback,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  }).toString()}`;
const describeIt = async (browser: SsoBrowser, page: URL): Promise<unknown> => {
  expect([page.pathname, page.search]).toEqual(['/vid/web/intermediate', expect.stringContaining('uid=')]);
  const answer = await browser.fetch(`/vid/api/sso/interactions/${page.searchParams.get('uid') ?? ''}`);
  return Object(await answer.json()).data;
};
const goOn = (browser: SsoBrowser, page: URL) =>
  browser.post(`/vid/api/sso/interactions/${page.searchParams.get('uid') ?? ''}/continue`, {});

describe('the way of signing in that an application asks for', () => {
  let server: SsoServer;
  beforeAll(async () => {
    server = await startSsoServer(inject('cluster'));
    const { applications } = server.deps;
    for (const code of ['shop', 'other']) {
      await applications.add({ code, name: code, isFirstParty: code === 'shop' });
      await applications.addClient(code, { clientId: `${code}-spa`, kind: 'spa', redirectUris: [callback] });
    }
  });
  afterAll(() => server.close());

  /** A browser whose present session was begun in this way; the tests' own sign-in is by password. */
  const signInBy = async (method: 'password' | 'otp', given?: { browser: SsoBrowser; accountId: string }) => {
    const signed = await signedIn(server, given ? { accountId: given.accountId } : {});
    await server.deps.sql`update sessions set method = ${method} where id = ${signed.sessionId}`;
    const cookie = signed.browser.cookies.get('vid_sid;/');
    if (given && cookie) given.browser.cookies.set('vid_sid;/', cookie);
    return given ?? signed;
  };
  const redeem = async (back: URL) =>
    (
      await callOidc(server, '/token', {
        grant_type: 'authorization_code',
        client_id: 'shop-spa',
        code: back.searchParams.get('code') ?? '',
        redirect_uri: callback,
        code_verifier: verifier,
      })
    ).body;
  const acrOf = async (back: URL): Promise<unknown> =>
    decodeJwt(textAt(await redeem(back), 'id_token'))['acr'];

  it.each([
    ['nothing', {}],
    ['the way of the session', { acr_values: password }],
    ['one of several', { acr_values: `${otp} ${password}` }],
    ['what VID does not know', { acr_values: 'urn:mace:incommon:iap:silver 2' }],
    ['another way, of who must not be asked', { acr_values: otp, prompt: 'none' }],
    ['essentially the way of the session', essential({ values: ['x', password] })],
    ['essentially this one way', essential({ value: password })],
  ])('asks nobody who is signed in by password for %s', async (_case, more) => {
    const { browser } = await signInBy('password');
    expect(await acrOf(await browser.visit(address(more)))).toBe(password);
  });

  it.each([
    ['acr_values', { acr_values: `x ${otp}` }],
    ['an essential acr', essential({ values: [otp] })],
    ['an essential acr of one value', essential({ value: otp })],
  ])(
    '%s of another way asks for a new sign-in in that way, and the id token tells it',
    async (_case, more) => {
      const person = await signInBy('password');
      const page = await person.browser.visit(address(more));
      expect(await describeIt(person.browser, page)).toMatchObject({
        prompt: 'login',
        needsFreshSignIn: true,
        signInWay: 'otp',
      });
      expect((await goOn(person.browser, page)).body['message']).toBe('SSO_REAUTHENTICATE');
      await signInBy('otp', person);
      const answer = await goOn(person.browser, page);
      expect(await acrOf(await person.browser.visit(textAt(answer.body, 'data', 'continueTo')))).toBe(otp);
    },
  );

  it('a wish is asked once: who signs in otherwise goes on, and the id token says how', async () => {
    const person = await signInBy('password');
    const page = await person.browser.visit(address({ acr_values: otp }));
    await signInBy('password', person);
    const answer = await goOn(person.browser, page);
    expect(await acrOf(await person.browser.visit(textAt(answer.body, 'data', 'continueTo')))).toBe(password);
  });

  it('what is essential and not met is told to the application', async () => {
    const person = await signInBy('password');
    const silent = await person.browser.visit(address({ ...essential({ values: [otp] }), prompt: 'none' }));
    expect(silent.searchParams.get('error')).toBe('login_required');
    const page = await person.browser.visit(address(essential({ values: [otp] })));
    await signInBy('password', person);
    const answer = await goOn(person.browser, page);
    const back = await person.browser.visit(textAt(answer.body, 'data', 'continueTo'));
    expect(back.searchParams.get('error')).toBe('unmet_authentication_requirements');
    const never = await person.browser.visit(address(essential({ values: ['urn:mfa'] })));
    expect(never.searchParams.get('error')).toBe('unmet_authentication_requirements');
  });

  it.each(['{', '[]', '"x"', '{"id_token":1}', '{"id_token":{"acr":{"essential":true,"values":"x"}}}'])(
    'claims of %s are an invalid request',
    async (claims) => {
      const { browser } = await signInBy('password');
      expect((await browser.visit(address({ claims }))).searchParams.get('error')).toBe('invalid_request');
    },
  );

  it('the way is told to the screens before anybody is signed in, too', async () => {
    const browser = new SsoBrowser(server.origin);
    const page = await browser.visit(address({ acr_values: `${password} ${otp}` }));
    expect(await describeIt(browser, page)).toMatchObject({ signInWay: 'password', account: null });
  });

  it('claims about the person are asked for by their scopes, which the screen names', async () => {
    const claims = JSON.stringify({ userinfo: { phone_number: { essential: true }, nickname: null } });
    const { browser } = await signInBy('password');
    const page = await browser.visit(address({ claims }, 'other-spa'));
    expect(await describeIt(browser, page)).toMatchObject({ prompt: 'consent', scopes: ['openid', 'phone'] });
    const body = await redeem(await browser.visit(address({ claims })));
    expect(textAt(body, 'scope')).toBe('openid phone');
    const me = await fetch(`${server.issuer}/me`, {
      headers: { authorization: `Bearer ${textAt(body, 'access_token')}` },
    });
    expect(await me.json()).toMatchObject({ phone_number: expect.stringMatching(/^\+84/u) });
  });

  it('claims that name another account ask for its sign-in', async () => {
    const person = await signInBy('password');
    const claims = JSON.stringify({ id_token: { sub: { value: 'acc_another' } } });
    const page = await person.browser.visit(address({ claims }));
    expect(await describeIt(person.browser, page)).toMatchObject({ needsFreshSignIn: true });
    await signInBy('password', person);
    const answer = await goOn(person.browser, page);
    const back = await person.browser.visit(textAt(answer.body, 'data', 'continueTo'));
    expect(back.searchParams.get('error')).toBe('login_required');
  });
});
