import { describe, expect, it } from 'vitest';
import { closest } from './closest.ts';
import { describeDifference } from './describe-difference.ts';
import { diagnose, protocolOf } from './diagnose.ts';
import type { RegisteredClient } from './finding.ts';

const origin = 'https://vid.example.vn';
const callback = 'https://shop.example.vn/callback';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const shop: RegisteredClient = {
  id: 'shop-web',
  appCode: 'shop',
  kind: 'web',
  isActive: true,
  isApplicationActive: true,
  redirectUris: ['https://other.example.vn/x', callback],
  postLogoutUris: ['https://shop.example.vn/bye'],
  mayOmitPkce: false,
};
const native: RegisteredClient = {
  ...shop,
  id: 'app',
  kind: 'native',
  redirectUris: ['http://127.0.0.1/cb'],
};
const off: RegisteredClient = {
  ...shop,
  id: 'off',
  kind: 'machine',
  isActive: false,
  isApplicationActive: false,
};
const locked: RegisteredClient = { ...shop, id: 'locked', isApplicationActive: false };
const clients = [shop, native, off, locked];

const openId = (more: Record<string, string | null> = {}): string =>
  build('/vid/oidc/auth', {
    client_id: 'shop-web',
    response_type: 'code',
    scope: 'openid profile',
    redirect_uri: callback,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  });
const community = (more: Record<string, string | null> = {}): string =>
  build('/vid/web/home', {
    mode: 'redirect',
    appCode: 'shop',
    clientId: 'shop-web',
    redirectTo: callback,
    codeChallenge: challenge,
    ...more,
  });
function build(path: string, query: Record<string, string | null>): string {
  const url = new URL(path, origin);
  for (const [name, value] of Object.entries(query)) if (value !== null) url.searchParams.set(name, value);
  return url.href;
}
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const culprits = (address: string) => diagnose(address, clients, origin).map(({ parameter }) => parameter);
const issuer = `${origin}/vid/oidc`;
const culpritsOfHint = (iss: string, aud: string | string[]) =>
  culprits(openId({ id_token_hint: [encode({ alg: 'ES256' }), encode({ iss, aud }), 'x'].join('.') }));
const culpritsOfAcr = (acr: object) => culprits(openId({ claims: JSON.stringify({ id_token: { acr } }) }));
const said = (address: string) =>
  diagnose(address, clients, origin).map(
    ({ effect, parameter, problem }) => `${effect} ${parameter}: ${problem}`,
  );

describe('the integration doctor', () => {
  it('reports nothing for a correct URL in either protocol', () => {
    expect(culprits(openId())).toEqual([]);
    expect(culprits(community())).toEqual([]);
    expect(culprits(openId({ client_id: 'app', redirect_uri: 'http://127.0.0.1:5123/cb' }))).toEqual([]);
    expect(culprits(community().replace('/home?', '/home/?'))).toEqual([]);
    expect(culprits(openId({ response_mode: 'fragment', max_age: '0', ui_locales: 'fr VI-VN' }))).toEqual([]);
    expect([
      protocolOf(openId()),
      protocolOf(community()),
      protocolOf(`${origin}/vid/web`),
      protocolOf(`${origin}/vid/website`),
      protocolOf('x'),
    ]).toEqual(['openid', 'community', 'community', undefined, undefined]);
  });

  it.each([
    ['client_id', { client_id: null }],
    ['client_id', { client_id: 'shop-wep' }],
    ['response_type', { response_type: null }],
    ['response_type', { response_type: 'token' }],
    ['scope', { scope: 'profile' }],
    ['scope', { scope: null }],
    ['redirect_uri', { redirect_uri: null }],
    ['redirect_uri', { redirect_uri: `${callback}/` }],
    ['code_challenge', { code_challenge: null }],
    ['code_challenge', { code_challenge: 'short' }],
    ['code_challenge', { code_challenge: `${challenge}=` }],
    ['code_challenge_method', { code_challenge_method: null }],
    ['code_challenge_method', { code_challenge_method: 'plain' }],
    ['response_mode', { response_mode: 'form_post' }],
    ['prompt', { prompt: 'none login' }],
    ['prompt', { prompt: 'now' }],
    ['max_age', { max_age: '-1' }],
    ['max_age', { max_age: '1.5' }],
    ['scope', { scope: 'offline_access' }],
    ['scope', { scope: 'profile', nonce: 'n' }],
    ['claims', { claims: '{"id_token":[]}' }],
    ['claims', { claims: '{"userinfo":[],"id_token":{}}' }],
  ])('reports the parameter %s for the OpenID Connect request %j', (parameter, more) => {
    expect(culprits(openId(more))).toEqual([parameter]);
  });

  it.each([
    ['clientId', { clientId: 'nobody' }],
    ['appCode', { appCode: null }],
    ['appCode', { appCode: 'bank' }],
    ['redirectTo', { redirectTo: 'http://shop.example.vn/callback' }],
    ['codeChallenge', { codeChallenge: null }],
    ['mode', { mode: 'iframe' }],
  ])('reports the parameter %s for the request %j of the community’s protocol', (parameter, more) => {
    expect(culprits(community(more))).toEqual([parameter]);
  });

  it.each([
    [
      openId({ client_id: null, clientId: 'shop-web' }),
      'client_id: it is missing: clientId is the wrong name',
    ],
    [
      openId({ redirect_uri: null, redirectTo: callback }),
      'redirect_uri: it is missing: redirectTo is the wrong name',
    ],
    [
      community({ clientId: null, client_id: 'shop-web' }),
      'clientId: it is missing: client_id is the wrong name',
    ],
    [
      community({ clientId: null, clientid: 'shop-web' }),
      'clientId: it is missing: clientid is the wrong name',
    ],
    [
      community({ redirectTo: null, redirect_uri: callback }),
      'redirectTo: it is missing: redirect_uri is the wrong name',
    ],
    [
      community({ codeChallenge: null, code_challenge: challenge }),
      'codeChallenge: it is missing: code_challenge',
    ],
    [
      openId({ redirect_uri: null, redirectUrl: callback }),
      'redirect_uri: it is missing: redirectUrl is the wrong name',
    ],
    [
      community({ redirectTo: null, redirectUrls: callback }),
      'redirectTo: it is missing: redirectUrls is the wrong name',
    ],
    [community({ clientId: null }), 'clientId: it is missing'],
  ])('suggests the correct name of a misspelt parameter: %s', (address, words) => {
    expect(said(address)).toEqual([expect.stringContaining(`refused ${words}`)]);
  });

  it('also checks the value of a misspelt parameter', () => {
    expect(
      said(community({ clientId: null, client_id: 'shop-wep', appCode: null, appcode: 'bank' })),
    ).toEqual([
      expect.stringContaining('clientId: it is missing'),
      expect.stringContaining('appCode: it is missing'),
      'refused clientId: no client has the id "shop-wep"',
    ]);
    expect(culprits(community({ clientId: null, '': 'shop-web', client_id: '' }))).toEqual([
      'clientId',
      'clientId',
    ]);
  });

  it('accepts a sign-out without PKCE and with a post-logout redirect URI', () => {
    const out = { action: 'logout', codeChallenge: null };
    expect(culprits(community(out))).toEqual([]);
    expect(said(community({ ...out, code_challenge: 'x' }))).toEqual([
      'ignored code_challenge: VID ignores this spelling',
    ]);
    expect(culprits(community({ ...out, redirectTo: 'https://shop.example.vn/bye' }))).toEqual([]);
    expect(culprits(community({ ...out, redirectTo: 'https://shop.example.vn/good' }))).toEqual([
      'redirectTo',
    ]);
    expect(culprits(community({ redirectTo: 'https://shop.example.vn/bye' }))).toEqual(['redirectTo']);
    expect(culprits(openId({ action: 'logout', code_challenge: null }))).toEqual(['code_challenge']);
    expect(culprits(openId({ action: 'logout', redirect_uri: 'https://shop.example.vn/bye' }))).toEqual([
      'redirect_uri',
    ]);
  });

  it('accepts another port of a registered loopback address from a native client', () => {
    const asked = { clientId: 'app', redirectTo: 'http://127.0.0.1:5555/cb' };
    expect(culprits(community(asked))).toEqual([]);
    expect(culprits(community({ ...asked, redirectTo: 'http://127.0.0.1:5555/other' }))).toEqual([
      'redirectTo',
    ]);
  });

  it('accepts only an id_token_hint that names this VID and the client', () => {
    expect(culpritsOfHint(issuer, 'shop-web')).toEqual([]);
    expect(culpritsOfHint(issuer, ['app', 'shop-web'])).toEqual([]);
    expect(culpritsOfHint('https://other.example.vn/vid/oidc', 'shop-web')).toEqual(['id_token_hint']);
    expect(culpritsOfHint(issuer, 'app')).toEqual(['id_token_hint']);
  });

  it('names the parameters that VID ignores, and why', () => {
    expect(
      said(
        community({
          mode: 'iframe',
          action: 'signup',
          lang: 'fr',
          authCode: '',
          iss: 'x',
          code: '',
          error: 'e',
        }),
      ),
    ).toEqual([
      'ignored mode: "iframe" is unknown and ignored: VID answers by redirect',
      'ignored action: "signup" is unknown and ignored: VID opens the sign-in',
      'ignored lang: "fr" is unknown and ignored: VID uses the language the person chose last',
      ...['authCode', 'iss', 'code', 'error'].map(
        (name) => `ignored ${name}: VID drops it, because its own answer uses this name`,
      ),
    ]);
    expect(said(`${community()}&item=1&item=2`)).toEqual([
      'ignored item: it appears more than once; VID uses the first',
    ]);
    const app = { ...native, redirectUris: ['vn.example.app:/cb'] };
    const opened = (mode: string) =>
      diagnose(community({ clientId: 'app', redirectTo: 'vn.example.app:/cb', mode }), [app], origin);
    expect(opened('window')).toMatchObject([{ effect: 'ignored', parameter: 'mode' }]);
    expect(opened('redirect')).toEqual([]);
    expect(said(community({ Lang: 'en', mode: 'window' }))).toEqual([
      'ignored Lang: VID ignores this spelling',
    ]);
    expect(said(community({ ui_locales: 'en' }))).toEqual(['ignored ui_locales: VID ignores this spelling']);
    expect(said(openId({ scope: null, scopes: 'openid', lang: 'en' }))).toEqual([
      'ignored scopes: VID ignores this spelling',
      'ignored lang: VID ignores this spelling',
      'refused scope: it is missing',
    ]);
    expect(
      said(openId({ scope: 'openid shop offline_access', acr_values: 'x', ui_locales: 'fr de' })),
    ).toEqual([
      'ignored scope: "shop" is unknown and ignored',
      'ignored scope: offline_access is ignored without prompt=consent: the refresh token ends with the session',
      'ignored acr_values: all values are unknown and ignored',
      'ignored ui_locales: VID has none of these languages and ignores them',
    ]);
  });

  it('points out valid parameters that may be mistakes', () => {
    expect(said(openId({ scope: 'profile' }))).toEqual([
      'note scope: it lacks openid: VID accepts that but issues no id token',
    ]);
    const wished = (idToken: object) => said(openId({ claims: JSON.stringify({ id_token: idToken }) }));
    expect(wished({ name: null, email: null, auth_time: null })).toEqual([
      'note claims: it puts name, email into the id token, which travels in addresses as id_token_hint',
    ]);
    expect(wished({ name: null })).toHaveLength(1);
    expect(wished({ acr: null, sub: { value: 'acc_1' } })).toEqual([]);
    const pushed = build('/vid/oidc/auth', {
      client_id: 'shop-web',
      request_uri: 'urn:ietf:params:oauth:request_uri:abc',
    });
    expect(said(pushed)).toEqual([
      'note request_uri: it refers to a pushed request, which was checked when it was pushed',
    ]);
    expect(culprits(pushed.replace('shop-web', 'nobody'))).toEqual(['client_id', 'request_uri']);
  });

  it('reports disabled clients, repeated parameters, wrong origins and malformed URLs', () => {
    expect(culprits(openId({ client_id: 'off' }))).toEqual(['client_id', 'client_id', 'client_id']);
    expect(culprits(`${openId()}&state=a&state=b`)).toEqual(['state']);
    expect(culprits(openId({ client_id: 'locked' }))).toEqual(['client_id']);
    expect(culprits(openId().replace(origin, 'http://vid.example.vn'))).toEqual(['address']);
    expect(culprits(`${origin}/vid/signin`)).toEqual(['address']);
    expect(culprits('vid')).toEqual(['address']);
    expect(diagnose(openId(), [{ ...shop, redirectUris: [] }], origin)[0]?.problem).toContain(
      'no registered address',
    );
  });

  it.each([
    [callback, 'is the registered one'],
    [`${callback}/`, 'by its trailing slash'],
    [` ${callback}`, 'spaces or line breaks'],
    [encodeURIComponent(callback), 'encoded twice'],
    ['not an address', 'is not a valid address'],
    ['https://shop.example.vn:443/callback', 'character by character'],
    ['https://SHOP.example.vn/callback', 'character by character'],
    ['http://shop.example.vn/callback', 'by http instead of https'],
    ['https://www.shop.example.vn/callback', 'by “www.”'],
    ['https://shop.example.com/callback', 'is at shop.example.com'],
    ['https://shop.example.vn:8443/callback', 'by its port (8443 instead of none)'],
    ['https://shop.example.vn/Callback', 'upper and lower case'],
    ['https://shop.example.vn/back', 'by its path (/back instead of /callback)'],
    [`${callback}?a=1`, 'what follows “?”'],
    [`${callback}#a`, 'what follows “#”'],
  ])('describes how “%s” differs from the registered redirect URI', (given, words) => {
    expect(describeDifference(given, callback)).toContain(words);
  });

  it.each([
    ['https://shop.example.vn', 'https://shop.example.vn/', 'by its trailing slash'],
    ['https://shop.example.vn/cb', 'https://shop.example.vn/cb/', 'by its trailing slash'],
    ['https://shop.example.vn/cb', 'https://www.shop.example.vn/cb', 'by “www.”'],
    ['https://127.0.0.1/cb', 'http://127.0.0.1/cb', 'by https instead of http'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:80a/cb', 'is not a valid address'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:8080/cb', 'by its port (none instead of 8080)'],
    ['https://a.example.vn/cb#x', 'https://a.example.vn/cb', 'what follows “#”'],
  ])('describes how “%s” differs from the registered redirect URI “%s”', (given, registered, words) => {
    expect(describeDifference(given, registered)).toContain(words);
  });

  it('finds the closest registered redirect URI', () => {
    const [finding] = diagnose(openId({ redirect_uri: `${callback}/` }), clients, origin);
    expect(finding).toEqual({
      parameter: 'redirect_uri',
      problem: 'the redirect URI differs from the registered one by its trailing slash',
      mend: `the closest registered address is ${callback}`,
      effect: 'refused',
    });
    expect(closest('x', [])).toBeUndefined();
    const [first, second] = ['a', 'b'].map((end) => `${callback}/${'x'.repeat(200)}/${end}`);
    expect(closest(`${second}b`, [`${first}`, `${second}`])).toBe(second);
  });

  it.each([
    [openId({ client_id: 'shop-wep' }), 'did you mean shop-web?'],
    [community({ appCode: null }), 'send shop'],
    [community({ appCode: null, clientId: 'nobody' }), 'send the code of your application'],
  ])('suggests for %s: %s', (address, mend) => {
    expect(diagnose(address, clients, origin).map((finding) => finding.mend)).toContain(mend);
  });

  it('suggests to register the first client', () => {
    expect(diagnose(openId(), [], origin)).toMatchObject([
      { parameter: 'client_id', mend: 'register it: application client-add' },
    ]);
  });

  it.each([
    ['prompt', 'login ', 'it has an extra space'],
    ['prompt', 'now', '"now" is unknown'],
    ['code_challenge', `${challenge.slice(0, 42)}+`, 'it is base64, not base64url'],
    ['code_challenge', `${challenge.slice(0, 42)}/`, 'it is base64, not base64url'],
    ['code_challenge', `${challenge.slice(0, 42)}~`, 'it contains a character that is not base64url'],
    ['code_challenge', `${challenge}a`, 'it has 44 characters; a SHA-256 in base64url has 43'],
    ['client_id', 'shop\0', 'it contains the character U+0000'],
  ])('describes the value of %s %j as: %s', (parameter, value, problem) => {
    expect(said(openId({ [parameter]: value }))).toContain(`refused ${parameter}: ${problem}`);
  });

  it('accepts an acr that is null or not strictly essential', () => {
    expect(culpritsOfAcr({ essential: true, values: null })).toEqual([]);
    expect(culpritsOfAcr({ essential: 'true', values: ['x'] })).toEqual([]);
    expect(culpritsOfAcr({ essential: true, values: ['x'] })).toEqual(['claims']);
  });
});
