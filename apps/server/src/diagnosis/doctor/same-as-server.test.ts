import {
  callOidc,
  communityCode,
  signedIn,
  SsoBrowser,
  startSsoServer,
  textAt,
  type SsoServer,
} from '@vid/testkit/sso';
import { ssoEntryPaths, ssoFormPaths, ssoValues } from '@vid/contract/sso/sso-query';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readEntryQuery } from '../../../../web/src/navigation/entry-query.ts';
import { basePath, paths, trimPath } from '../../../../web/src/navigation/paths.ts';
import { arrivalOf } from '../../../../web/src/features/sso/flow/sso-journey.ts';
import { diagnose } from './diagnose.ts';
import type { RegisteredClient } from './finding.ts';

const callback = 'https://shop.example.vn/callback';
const goodbye = 'https://shop.example.vn/bye';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const pushed = 'urn:ietf:params:oauth:request_uri:';
let server: SsoServer;
let secret: string;
let clients: RegisteredClient[];

beforeAll(async () => {
  server = await startSsoServer(inject('cluster'));
  const { applications } = server.deps;
  await applications.add({ code: 'shop', name: 'Sàn', isFirstParty: true });
  const add = (
    clientId: string,
    kind: RegisteredClient['kind'],
    redirectUris: string[],
    bye: string[] = [],
  ) => applications.addClient('shop', { clientId, kind, redirectUris, postLogoutUris: bye });
  secret = textAt(await add('shop-web', 'web', [callback], [goodbye]), 'secret');
  await add('shop-app', 'native', [
    'vn.example.shop:/cb',
    'http://127.0.0.1/cb',
    'http://localhost:8080/x/cb',
  ]);
  await add('shop-job', 'machine', []);
  await applications.addClient('shop', {
    clientId: 'shop-old',
    kind: 'web',
    redirectUris: [callback],
    mayOmitPkce: true,
  });
  clients = (await applications.describe()).flatMap(({ application, clients: own }) =>
    own.map(({ id, kind, redirectUris, postLogoutUris }) => ({
      id,
      kind,
      redirectUris,
      postLogoutUris,
      appCode: application.code,
      isActive: true,
      isApplicationActive: true,
      mayOmitPkce: id === 'shop-old',
    })),
  );
});
afterAll(() => server.close());

type Change = Readonly<Record<string, string | null>>;
type Verdict = 'taken' | 'refused';

function addressOf(path: string, base: Change, change: Change, more = ''): string {
  const url = new URL(path, server.origin);
  for (const [name, value] of Object.entries({ ...base, ...change }))
    if (value !== null) url.searchParams.set(name, value);
  return url.href + more;
}
function doctorOf(address: string): { verdict: Verdict; refused: string[] } {
  const refused = diagnose(address, clients, server.origin)
    .filter(({ effect }) => effect === 'refused')
    .map(({ parameter }) => parameter);
  return { verdict: refused.length === 0 ? 'taken' : 'refused', refused };
}

/**
 * Returns the server's verdict. From a signed-out browser, an accepted request leads to VID's sign-in or to
 * login_required.
 */
async function openIdOf(address: string): Promise<Verdict> {
  const answer = await new SsoBrowser(server.origin).fetch(address);
  await answer.body?.cancel();
  const url = URL.parse(answer.headers.get('location') ?? '', server.origin);
  const isTaken =
    url?.pathname === '/vid/web/intermediate' || url?.searchParams.get('error') === 'login_required';
  return answer.status === 303 && isTaken ? 'taken' : 'refused';
}

async function communityOf(address: string): Promise<Verdict> {
  const url = new URL(address);
  const page = trimPath(url.pathname.slice(basePath.length)) || paths.root;
  const { settings, isOversized } = readEntryQuery(url.search, url.origin);
  const isKnown = [...ssoEntryPaths, ...ssoFormPaths].includes(page);
  if (!isKnown || settings === null || isOversized) return 'refused';
  const { appCode, clientId, redirectTo, action, codeChallenge } = settings;
  const { status } = await new SsoBrowser(server.origin).post('/vid/ajax/apps/view/validateRedirectUrls', {
    appCode,
    clientId,
    redirectUrls: redirectTo,
    ...(action === 'logout' ? { action } : {}),
  });
  const arrival = arrivalOf({
    action,
    codeChallenge,
    needsOpener: false,
    hasOpener: false,
    isSignedIn: false,
    hasProfile: false,
    hasDemand: false,
    lacksDetail: false,
    asksToContinue: false,
    needsConsent: false,
    hasSignedInHere: false,
    isAnswered: false,
  });
  return status === 200 && arrival !== 'malformed' ? 'taken' : 'refused';
}

const nativeOpenId = (redirect_uri: string) => ({ client_id: 'shop-app', redirect_uri });
const withoutPkce = (more: Change) => ({
  client_id: 'shop-old',
  code_challenge: null,
  code_challenge_method: null,
  ...more,
});
const acr = (id: unknown) => ({ claims: JSON.stringify({ id_token: { acr: id } }) });
const nativeCommunity = (redirectTo: string) => ({ clientId: 'shop-app', redirectTo });
const many = (count: number): Change =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, '1']));
const heard = (lang: string) => readEntryQuery(`?lang=${lang}`, server.origin).lang;

describe('the doctor and the server, on OpenID Connect,', () => {
  const base = {
    client_id: 'shop-web',
    response_type: 'code',
    scope: 'openid profile',
    redirect_uri: callback,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };

  it.each<[Change, string[]]>([
    [{}, []],
    [{ client_id: null }, ['client_id']],
    [{ client_id: '' }, ['client_id']],
    [{ client_id: null, clientId: 'shop-web' }, ['client_id']],
    [{ client_id: 'nobody' }, ['client_id']],
    [{ client_id: 'shop-job' }, ['client_id']],
    [{ response_type: null }, ['response_type']],
    [{ response_type: 'code code' }, []],
    [{ response_type: 'code id_token' }, ['response_type']],
    [{ response_mode: 'query' }, []],
    [{ response_mode: 'fragment' }, []],
    [{ response_mode: 'form_post' }, ['response_mode']],
    [{ response_mode: '' }, []],
    [{ scope: 'profile' }, []],
    [{ scope: null }, ['scope']],
    [{ scope: '' }, ['scope']],
    [{ scope: 'shop' }, ['scope']],
    [{ scope: 'offline_access' }, ['scope']],
    [{ scope: 'offline_access', prompt: 'consent' }, []],
    [{ scope: null, nonce: 'n' }, ['scope']],
    [{ scope: 'profile', max_age: '1' }, ['scope']],
    [{ scope: 'openid  profile' }, ['scope']],
    [{ scope: 'openid shop offline_access' }, []],
    [{ redirect_uri: null }, ['redirect_uri']],
    [{ redirect_uri: `${callback}/` }, ['redirect_uri']],
    [nativeOpenId('vn.example.shop:/cb'), []],
    [nativeOpenId('http://127.0.0.1:5555/cb'), []],
    [nativeOpenId('http://localhost:5555/x/cb'), []],
    [nativeOpenId('http://127.0.0.1:5555/other'), ['redirect_uri']],
    [nativeOpenId('http://[::1]:5555/cb'), ['redirect_uri']],
    [{ code_challenge: null }, ['code_challenge']],
    [{ code_challenge: `${challenge}=` }, ['code_challenge']],
    [{ code_challenge: 'short' }, ['code_challenge']],
    [{ code_challenge: `${challenge}abc` }, ['code_challenge']],
    [{ code_challenge: `${challenge.slice(0, 42)}~` }, ['code_challenge']],
    [{ code_challenge_method: null }, ['code_challenge_method']],
    [{ code_challenge_method: 'plain' }, ['code_challenge_method']],
    [withoutPkce({ nonce: 'n' }), []],
    [withoutPkce({ nonce: 'n', code_challenge: '' }), []],
    [withoutPkce({}), ['nonce']],
    [withoutPkce({ nonce: 'n', code_challenge_method: 'S256' }), ['code_challenge_method']],
    [withoutPkce({ nonce: 'n', code_challenge: challenge }), ['code_challenge_method']],
    [withoutPkce({ code_challenge: challenge, code_challenge_method: 'S256' }), []],
    [withoutPkce({ code_challenge: 'short', code_challenge_method: 'S256' }), ['code_challenge']],
    [{ prompt: 'none' }, []],
    [{ prompt: 'none none' }, []],
    [{ prompt: 'none login' }, ['prompt']],
    [{ prompt: 'login consent select_account' }, []],
    [{ prompt: 'login ' }, ['prompt']],
    [{ prompt: 'create' }, []],
    [{ max_age: '0' }, []],
    [{ max_age: '60' }, []],
    [{ max_age: '' }, []],
    [{ max_age: 'abc' }, ['max_age']],
    [{ max_age: '-1' }, ['max_age']],
    [{ max_age: '1.5' }, ['max_age']],
    [{ claims: '{bad' }, ['claims']],
    [{ claims: '[]' }, ['claims']],
    [{ claims: '{}' }, ['claims']],
    [{ claims: '{"userinfo":null}' }, ['claims']],
    [{ claims: '{"id_token":5}' }, ['claims']],
    [{ claims: '{"userinfo":{"email":null}}' }, []],
    [acr(null), []],
    [acr({ values: ['x'] }), []],
    [acr({ essential: true }), []],
    [acr({ essential: true, values: 'urn:vid:acr:otp' }), ['claims']],
    [acr({ essential: true, values: ['x'] }), ['claims']],
    [acr({ essential: true, value: 'x' }), ['claims']],
    [acr({ essential: true, values: ['x', 'urn:vid:acr:otp'] }), []],
    [{ request: 'abc' }, ['request']],
    [{ request_uri: 'https://shop.example.vn/request' }, ['request_uri']],
    [{ request: 'abc', request_uri: `${pushed}abc` }, ['request']],
    [{ registration: '{}' }, ['registration']],
    [{ resource: 'https://api.example.vn' }, ['resource']],
    [{ id_token_hint: 'abc' }, ['id_token_hint']],
    [{ state: 'a\0' }, ['state']],
    [{ acr_values: 'x', ui_locales: 'fr', login_hint: 'x', utm: '1', authCode: 'x' }, []],
  ])('agree on the request %j', async (change, culprits) => {
    const address = addressOf('/vid/oidc/auth', base, change);
    const { verdict, refused } = doctorOf(address);
    expect(refused).toEqual(culprits);
    expect(await openIdOf(address)).toBe(verdict);
  });

  it.each([
    ['/vid/oidc/auth/', '', []],
    ['/vid/oidc/AUTH', '', []],
    ['/vid/oidc/authorize', '', ['address']],
    ['/vid/OIDC/auth', '', ['address']],
    ['/vid/oidc/auth', '&state=a&state=b', ['state']],
    ['/vid/oidc/auth', '&utm=a&utm=b', []],
    ['/vid/oidc/auth', '&scope=openid', ['scope']],
  ])('agree on the URL %s?…%s', async (path, more, culprits) => {
    const address = addressOf(path, base, {}, more);
    const { verdict, refused } = doctorOf(address);
    expect(refused).toEqual(culprits);
    expect(await openIdOf(address)).toBe(verdict);
  });

  it('agree on pushed requests, regardless of their other parameters', async () => {
    for (const change of [{}, { max_age: 'abc', response_mode: 'form_post', registration: '{}' }]) {
      const { body } = await callOidc(server, '/request', base, { client: 'shop-web', secret });
      const request_uri = textAt(body, 'request_uri');
      expect(request_uri).toMatch(new RegExp(`^${pushed}`, 'u'));
      const address = addressOf('/vid/oidc/auth', { client_id: 'shop-web', request_uri }, change);
      expect(doctorOf(address).verdict).toBe('taken');
      expect(await openIdOf(address)).toBe('taken');
    }
  });

  it('agree that an id_token_hint must be an id token of the client', async () => {
    const { browser } = await signedIn(server);
    const { code, verifier } = await communityCode(browser, {
      appCode: 'shop',
      clientId: 'shop-web',
      redirectUrl: callback,
    });
    const { body } = await callOidc(
      server,
      '/token',
      { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: callback },
      { client: 'shop-web', secret },
    );
    const id_token_hint = textAt(body, 'id_token');
    const own = addressOf('/vid/oidc/auth', base, { id_token_hint });
    const foreign = addressOf('/vid/oidc/auth', base, {
      ...nativeOpenId('http://127.0.0.1/cb'),
      id_token_hint,
    });
    expect([doctorOf(own).verdict, await openIdOf(own)]).toEqual(['taken', 'taken']);
    expect([doctorOf(foreign).verdict, await openIdOf(foreign)]).toEqual(['refused', 'refused']);
  });
});

describe('the doctor and the web app, on the community’s protocol,', () => {
  const base = {
    mode: 'redirect',
    appCode: 'shop',
    clientId: 'shop-web',
    redirectTo: callback,
    codeChallenge: challenge,
  };

  it.each<[string, Change, string[]]>([
    ['/home', {}, []],
    ['/home/', {}, []],
    ['', {}, []],
    ['/', {}, []],
    ['/intermediate', {}, []],
    ['/signin', {}, []],
    ['/signup/otp', {}, []],
    ['/nonsense', {}, ['address']],
    ['/Home', {}, ['address']],
    ['/user/information', {}, ['address']],
    ['/error/404', {}, ['address']],
    ['/home', { clientId: null }, ['clientId']],
    ['/home', { clientId: null, client_id: 'shop-web' }, ['clientId']],
    ['/home', { clientId: null, clientid: 'shop-web' }, ['clientId']],
    ['/home', { clientId: 'nobody' }, ['clientId']],
    ['/home', { clientId: 'shop-job' }, ['clientId']],
    ['/home', { appCode: null }, ['appCode']],
    ['/home', { appCode: 'bank' }, ['appCode']],
    ['/home', { appCode: 'Shop' }, ['appCode']],
    ['/home', { redirectTo: null }, ['redirectTo']],
    ['/home', { redirectTo: `${callback}/` }, ['redirectTo']],
    ['/home', nativeCommunity('http://127.0.0.1/cb'), []],
    ['/home', nativeCommunity('http://127.0.0.1:5555/cb'), []],
    ['/home', nativeCommunity('http://127.0.0.1:5555/other'), ['redirectTo']],
    ['/home', nativeCommunity('http://[::1]:5555/cb'), ['redirectTo']],
    ['/home', { codeChallenge: null }, ['codeChallenge']],
    ['/home', { codeChallenge: 'short' }, ['codeChallenge']],
    ['/home', { codeChallenge: `${challenge}abc` }, ['codeChallenge']],
    ['/home', { action: 'logout', codeChallenge: null }, []],
    ['/home', { action: 'logout', codeChallenge: 'short' }, []],
    ['/home', { action: 'logout', codeChallenge: null, redirectTo: goodbye }, []],
    ['/home', { action: 'logout', codeChallenge: null, redirectTo: `${goodbye}/x` }, ['redirectTo']],
    ['/home', { redirectTo: goodbye }, ['redirectTo']],
    ['/home', { Action: 'logout', codeChallenge: null }, ['codeChallenge']],
    ['/home', { action: 'register' }, []],
    ['/home', { action: 'signup', lang: 'fr', mode: 'iframe' }, []],
  ])('agree on the path “%s” with %j', async (page, change, culprits) => {
    const address = addressOf(`/vid/web${page}`, base, change);
    const { verdict, refused } = doctorOf(address);
    expect(refused).toEqual(culprits);
    expect(await communityOf(address)).toBe(verdict);
  });

  it('agree on the limit of additional parameters', async () => {
    const ours = { layout: 'boxed', authCode: '', iss: '', code: '', error: '' };
    const taken = [many(20), { ...many(20), ...ours }, { x: 'a'.repeat(2_047) }];
    const refused = [many(21), { x: 'a'.repeat(2_048) }, { ...many(20), Authcode: 'x', LANG: 'vi' }];
    for (const change of [...taken, ...refused]) {
      const address = addressOf('/vid/web/home', base, change);
      const expected = taken.includes(change) ? [] : ['additional parameters'];
      expect(doctorOf(address).refused).toEqual(expected);
      expect(await communityOf(address)).toBe(doctorOf(address).verdict);
    }
  });

  it.each([
    ['mode', ['redirect', 'window'], 'iframe'],
    ['action', ['register', 'forget-password', 'logout'], 'signup'],
    ['lang', ['vi', 'en'], 'fr'],
  ])('agree on the values of %s', (name, heeded, other) => {
    const effects = (value: string) =>
      diagnose(addressOf('/vid/web/home', base, { [name]: value }), clients, server.origin).map(
        ({ effect, parameter }) => `${effect} ${parameter}`,
      );
    expect(heeded.flatMap(effects)).toEqual([]);
    expect(effects(other)).toEqual([`ignored ${name}`]);
  });

  it('agree on the languages', () => {
    expect(['vi', 'en', 'fr', 'EN', ''].map(heard)).toEqual(['vi', 'en', null, null, null]);
    expect(ssoValues.lang).toEqual(['vi', 'en']);
  });

  it('agree on the parameters that are dropped', () => {
    const given = {
      authCode: '',
      iss: '',
      code: '',
      error: '',
      error_uri: '',
      'AuthCode[]': '',
      state: 's',
      x: 'y',
    };
    const address = addressOf('/vid/web/home', base, given);
    const echoed = readEntryQuery(new URL(address).search, server.origin).settings?.additionParams ?? [];
    const dropped = diagnose(address, clients, server.origin).map(({ parameter }) => parameter);
    expect(echoed.map(([name]) => name)).toEqual(['state', 'x']);
    expect(dropped).toEqual(Object.keys(given).filter((name) => name !== 'state' && name !== 'x'));
  });

  it('know only existing pages as the start of a sign-on', () => {
    const known: readonly string[] = Object.values(paths);
    expect([...ssoEntryPaths, ...ssoFormPaths].filter((path) => !known.includes(path))).toEqual([]);
  });
});
