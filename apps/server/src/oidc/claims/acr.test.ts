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
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { acrOf as acrOfMethods, requestedAcrs } from './acr.ts';

const callback = 'https://app.example.vn/cb';
const { verifier, challenge } = pkce();
const password = 'urn:vid:acr:password';
const otp = 'urn:vid:acr:otp';
const passkey = 'urn:vid:acr:passkey';
const proved = { password: ['pwd'], otp: ['otp', 'sms'], passkey: ['pop', 'mfa'] };
const essential = (acr: Record<string, unknown>) => ({
  claims: JSON.stringify({ id_token: { acr: { essential: true, ...acr } } }),
});

const address = (more: Record<string, string>, client = 'shop-spa') =>
  authorizationPath({ clientId: client, redirectUri: callback, challenge }, more);
const describeInteraction = async (browser: SsoBrowser, page: URL): Promise<unknown> => {
  expect([page.pathname, page.search]).toEqual(['/vid/web/intermediate', expect.stringContaining('uid=')]);
  const answer = await browser.fetch(`/vid/api/sso/interactions/${page.searchParams.get('uid') ?? ''}`);
  return Object(await answer.json()).data;
};
const continueSso = (browser: SsoBrowser, page: URL) =>
  browser.continueInteraction(page.searchParams.get('uid') ?? '');

describe('the sign-in method that a request asks for', () => {
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

  const signInBy = async (
    method: keyof typeof proved,
    given?: { browser: SsoBrowser; accountId: string },
  ) => {
    const signed = await signedIn(server, given ? { accountId: given.accountId } : {});
    await server.deps.sql`update sessions set amr = ${proved[method]} where id = ${signed.sessionId}`;
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
    ['no acr', {}],
    ['the acr of the session', { acr_values: password }],
    ['several values', { acr_values: `${otp} ${password}` }],
    ['unknown values', { acr_values: 'urn:mace:incommon:iap:silver 2' }],
    ['another acr and prompt=none', { acr_values: otp, prompt: 'none' }],
    ['an essential list with the acr of the session', essential({ values: ['x', password] })],
    ['an essential acr of the session', essential({ value: password })],
  ])('is already satisfied by a password session for %s', async (_case, more) => {
    const { browser } = await signInBy('password');
    expect(await acrOf(await browser.visit(address(more)))).toBe(password);
  });

  it.each([
    ['acr_values', { acr_values: `x ${otp}` }],
    ['an essential acr', essential({ values: [otp] })],
    ['an essential acr of one value', essential({ value: otp })],
  ])('leads to a sign-in by the method in %s', async (_case, more) => {
    const person = await signInBy('password');
    const page = await person.browser.visit(address(more));
    expect(await describeInteraction(person.browser, page)).toMatchObject({
      prompt: 'login',
      needsFreshSignIn: true,
      signInWay: 'otp',
    });
    expect((await continueSso(person.browser, page)).body['message']).toBe('SSO_REAUTHENTICATE');
    await signInBy('otp', person);
    const answer = await continueSso(person.browser, page);
    expect(await acrOf(await person.browser.visit(textAt(answer.body, 'data', 'continueTo')))).toBe(otp);
  });

  it('can be a passkey, which the id token then names', async () => {
    const person = await signInBy('password');
    const page = await person.browser.visit(address(essential({ value: passkey })));
    expect(await describeInteraction(person.browser, page)).toMatchObject({
      needsFreshSignIn: true,
      signInWay: 'password',
    });
    await signInBy('passkey', person);
    const answer = await continueSso(person.browser, page);
    expect(await acrOf(await person.browser.visit(textAt(answer.body, 'data', 'continueTo')))).toBe(passkey);
  });

  it('leads to one prompt if the acr value is voluntary', async () => {
    const person = await signInBy('password');
    const page = await person.browser.visit(address({ acr_values: otp }));
    await signInBy('password', person);
    const answer = await continueSso(person.browser, page);
    expect(await acrOf(await person.browser.visit(textAt(answer.body, 'data', 'continueTo')))).toBe(password);
  });

  it('is a passkey in a password session that a passkey has confirmed', () => {
    expect([acrOfMethods(['pwd', 'pop']), acrOfMethods(['sms'])]).toEqual([passkey, undefined]);
  });

  it('is voluntary in a claim that is not essential', () => {
    const claims = JSON.stringify({ id_token: { acr: { value: otp } } });
    expect(requestedAcrs({ claims, acr_values: `${passkey} urn:mfa` })).toEqual({
      values: [passkey],
      isEssential: false,
    });
    expect(requestedAcrs({ ...essential({ values: [otp, 'urn:mfa'] }), acr_values: passkey })).toEqual({
      values: [otp],
      isEssential: true,
    });
  });

  it('results in an error if it is essential but was not used', async () => {
    const person = await signInBy('password');
    const silent = await person.browser.visit(address({ ...essential({ values: [otp] }), prompt: 'none' }));
    expect(silent.searchParams.get('error')).toBe('login_required');
    const page = await person.browser.visit(address(essential({ values: [otp] })));
    await signInBy('password', person);
    const answer = await continueSso(person.browser, page);
    const back = await person.browser.visit(textAt(answer.body, 'data', 'continueTo'));
    expect(back.searchParams.get('error')).toBe('unmet_authentication_requirements');
    const never = await person.browser.visit(address(essential({ values: ['urn:mfa'] })));
    expect(never.searchParams.get('error')).toBe('unmet_authentication_requirements');
  });

  it.each(['{', '[]', '"x"', '{"id_token":1}', '{"id_token":{"acr":{"essential":true,"values":"x"}}}'])(
    'is refused with the malformed claims %s',
    async (claims) => {
      const { browser } = await signInBy('password');
      expect((await browser.visit(address({ claims }))).searchParams.get('error')).toBe('invalid_request');
    },
  );

  it('is passed to the sign-in page', async () => {
    const browser = new SsoBrowser(server.origin);
    const page = await browser.visit(address({ acr_values: `${password} ${otp}` }));
    expect(await describeInteraction(browser, page)).toMatchObject({ signInWay: 'password', account: null });
  });

  it('may be absent from a request for userinfo claims', async () => {
    const claims = JSON.stringify({ userinfo: { phone_number: { essential: true }, nickname: null } });
    const { browser } = await signInBy('password');
    const page = await browser.visit(address({ claims }, 'other-spa'));
    expect(await describeInteraction(browser, page)).toMatchObject({
      prompt: 'consent',
      scopes: ['openid', 'phone'],
    });
    const body = await redeem(await browser.visit(address({ claims })));
    expect(textAt(body, 'scope')).toBe('openid phone');
    const me = await fetch(`${server.issuer}/me`, {
      headers: { authorization: `Bearer ${textAt(body, 'access_token')}` },
    });
    expect(await me.json()).toMatchObject({ phone_number: expect.stringMatching(/^\+84/u) });
  });

  it('may be absent from a request for another account', async () => {
    const person = await signInBy('password');
    const claims = JSON.stringify({ id_token: { sub: { value: 'acc_another' } } });
    const page = await person.browser.visit(address({ claims }));
    expect(await describeInteraction(person.browser, page)).toMatchObject({ needsFreshSignIn: true });
    await signInBy('password', person);
    const answer = await continueSso(person.browser, page);
    const back = await person.browser.visit(textAt(answer.body, 'data', 'continueTo'));
    expect(back.searchParams.get('error')).toBe('login_required');
  });

  it.each([
    [['pwd'], password],
    [['pwd', 'otp'], password],
    [['otp', 'sms'], otp],
    [['hwk', 'user'], undefined],
  ])('is not needed for the amr %j in the id token', async (amr, acr) => {
    const { browser, sessionId } = await signedIn(server);
    await server.deps.sql`update sessions set amr = ${amr} where id = ${sessionId}`;
    const claims = decodeJwt(textAt(await redeem(await browser.visit(address({}))), 'id_token'));
    expect([claims['amr'], claims['acr']]).toEqual([amr, acr]);
  });
});
