import { describe, expect, it } from 'vitest';
import { closest, describeDifference, diagnose, protocolOf, type RegisteredClient } from './diagnose.ts';

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
const clients = [shop, native, off];

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
const culprits = (address: string) => diagnose(address, clients, origin).map(({ parameter }) => parameter);

describe('the integration doctor', () => {
  it('finds nothing wrong with a right address of either protocol', () => {
    expect(culprits(openId())).toEqual([]);
    expect(culprits(community())).toEqual([]);
    expect(culprits(openId({ client_id: 'app', redirect_uri: 'http://127.0.0.1:5123/cb' }))).toEqual([]);
    expect([
      protocolOf(openId()),
      protocolOf(community()),
      protocolOf(`${origin}/x`),
      protocolOf('x'),
    ]).toEqual(['openid', 'community', undefined, undefined]);
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
  ])('names %s in %j', (parameter, more) => {
    expect(culprits(openId(more))).toEqual([parameter]);
  });

  it.each([
    ['clientId', { clientId: 'nobody' }],
    ['appCode', { appCode: null }],
    ['appCode', { appCode: 'bank' }],
    ['redirectTo', { redirectTo: 'http://shop.example.vn/callback' }],
    ['codeChallenge', { codeChallenge: null }],
    ['mode', { mode: 'iframe' }],
  ])('names %s of the community’s protocol in %j', (parameter, more) => {
    expect(culprits(community(more))).toEqual([parameter]);
  });

  it('sees what is disabled, sent twice, led astray, or no address at all', () => {
    expect(culprits(openId({ client_id: 'off' }))).toEqual(['client_id', 'client_id', 'client_id']);
    expect(culprits(`${openId()}&state=a&state=b`)).toEqual(['state']);
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
    ['not an address', 'is no address'],
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
  ])('says how %s differs', (given, words) => {
    expect(describeDifference(given, callback)).toContain(words);
  });

  it('finds the closest registered address', () => {
    const [finding] = diagnose(openId({ redirect_uri: `${callback}/` }), clients, origin);
    expect(finding).toEqual({
      parameter: 'redirect_uri',
      problem: 'the redirect address differs from the registered one by its trailing slash',
      mend: `the closest registered address is ${callback}`,
    });
    expect(closest('x', [])).toBeUndefined();
  });
});
