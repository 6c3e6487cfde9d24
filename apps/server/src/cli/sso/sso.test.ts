import { signedIn, startSsoServer, textAt, type SsoServer } from '@vid/testkit/sso';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createOperator, type Operator } from '../testing/operator.ts';

let server: SsoServer;
let operator: Operator;

const callback = 'https://shop.example.vn/cb';
const bye = 'https://shop.example.vn/';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

beforeAll(async () => {
  server = await startSsoServer(inject('cluster'));
  operator = await createOperator(inject('cluster'), server, server.origin);
  for (const line of [
    ['add', 'shop', '--name', 'Shop'],
    ['client-add', 'shop', '--kind', 'web', '--id', 'shop-web', '--redirect', callback, '--post-logout', bye],
    ['client-add', 'shop', '--kind', 'machine', '--id', 'shop-job'],
    ['client-add', 'shop', '--kind', 'web', '--id', 'shop-old', '--redirect', callback],
    ['client-disable', 'shop-old'],
  ])
    await operator.ok('application', ...line);
});
afterAll(async () => {
  await operator.close();
  await server.close();
});

type Change = Readonly<Record<string, string | undefined>>;

function address(path: string, parameters: Change): string {
  const url = new URL(path, server.origin);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
const openId = (change: Change = {}): string =>
  address('/vid/oidc/auth', {
    client_id: 'shop-web',
    response_type: 'code',
    scope: 'openid profile',
    redirect_uri: callback,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...change,
  });
const community = (change: Change = {}): string =>
  address('/vid/web/home', {
    mode: 'redirect',
    appCode: 'shop',
    clientId: 'shop-web',
    redirectTo: callback,
    codeChallenge: challenge,
    ...change,
  });

describe('the sso doctor command', () => {
  it('accepts a correct sign-on URL of either protocol', async () => {
    for (const correct of [openId(), community()])
      expect(await operator.vid('sso', 'doctor', correct)).toEqual({
        code: 0,
        text: 'This address is correct.',
      });
  });

  it('accepts a post-logout URL without a challenge for action=logout', async () => {
    const out = community({ action: 'logout', redirectTo: bye, codeChallenge: undefined });
    expect(await operator.vid('sso', 'doctor', out)).toMatchObject({ code: 0 });
  });

  it('points out a valid but surprising parameter', async () => {
    expect(await operator.vid('sso', 'doctor', openId({ scope: 'profile' }))).toEqual({
      code: 0,
      text: 'This address is correct.\nscope: it lacks openid: VID accepts that but issues no id token\n  → send scope=openid profile … to get one',
    });
  });

  it.each([
    [{ client_id: undefined }, 'client_id: it is missing'],
    [{ client_id: 'shop-wep' }, 'client_id: no client has the id "shop-wep"\n  → did you mean shop-web?'],
    [{ client_id: 'shop-old' }, 'client_id: the client is disabled\n  → application client-enable'],
    [{ client_id: 'shop-job' }, 'client_id: it is a machine client, which does not sign people in'],
    [{ redirect_uri: undefined }, `redirect_uri: it is missing\n  → send one of: ${callback}`],
    [
      { redirect_uri: `${callback}/` },
      `redirect_uri: the redirect URI differs from the registered one by its trailing slash\n  → the closest registered address is ${callback}`,
    ],
    [{ redirect_uri: 'http://shop.example.vn/cb' }, 'by http instead of https'],
    [{ redirect_uri: 'https://www.shop.example.vn/cb' }, 'by “www.”'],
    [{ code_challenge: undefined }, 'code_challenge: it is missing\n  → PKCE is required'],
    [{ code_challenge: 'short' }, 'code_challenge: it has 5 characters; a SHA-256 in base64url has 43'],
    [{ code_challenge: `${challenge}=` }, 'code_challenge: it is base64, not base64url'],
    [{ code_challenge_method: 'plain' }, 'code_challenge_method: "plain" is not supported\n  → send S256'],
    [{ response_type: 'token' }, 'response_type: "token" is not supported\n  → send code'],
    [{ response_mode: 'form_post' }, 'response_mode: "form_post" is not supported'],
    [{ scope: 'profile', nonce: 'n' }, 'scope: it lacks openid, which nonce needs'],
    [{ max_age: 'abc' }, 'max_age: "abc" is not a number of seconds'],
    [{ claims: '{bad' }, 'claims: it is not a JSON object'],
    [{ request: 'abc' }, 'request: request objects are not supported'],
    [
      { client_id: undefined, clientId: 'shop-web' },
      'client_id: it is missing: clientId is the wrong name\n  → use client_id',
    ],
    [{ prompt: 'none login' }, 'prompt: none cannot be combined with others'],
    [{ prompt: 'now' }, 'prompt: "now" is unknown'],
  ])('explains a wrong OpenID Connect URL: %j', async (change, message) => {
    expect(await operator.vid('sso', 'doctor', openId(change))).toMatchObject({
      code: 1,
      text: expect.stringContaining(message),
    });
  });

  it.each([
    [{ clientId: '' }, 'clientId: it is missing'],
    [{ appCode: undefined }, 'appCode: it is missing\n  → send shop'],
    [{ appCode: 'bank' }, 'appCode: the client belongs to shop, not to "bank"'],
    [{ redirectTo: undefined }, 'redirectTo: it is missing'],
    [{ redirectTo: 'https://shop.example.vn/CB' }, 'in upper and lower case'],
    [{ codeChallenge: undefined }, 'codeChallenge: it is missing'],
    [
      { mode: 'popup' },
      'VID answers by redirect\n  → redirect or window (a popup)\nVID accepts this address but ignores part of it.',
    ],
    [
      { clientId: undefined, client_id: 'shop-web' },
      'clientId: it is missing: client_id is the wrong name\n  → use clientId',
    ],
    [
      { action: 'signup' },
      'action: "signup" is unknown and ignored: VID opens the sign-in\n  → register or forget-password or logout',
    ],
    [
      { action: 'logout', redirectTo: 'https://shop.example.vn/x' },
      `the closest registered address is ${bye}`,
    ],
    [{ redirectTo: bye }, `the closest registered address is ${callback}`],
  ])('explains a wrong URL of the community’s protocol: %j', async (change, message) => {
    expect(await operator.vid('sso', 'doctor', community(change))).toMatchObject({
      code: 1,
      text: expect.stringContaining(message),
    });
  });

  it('reports all problems of a URL together', async () => {
    const { code, text } = await operator.vid(
      'sso',
      'doctor',
      openId({ scope: 'profile', response_type: 'token', nonce: 'n' }).replace(
        server.origin,
        'https://id.example.vn',
      ),
    );
    expect(code).toBe(1);
    expect(text.split('\n').filter((line) => !line.startsWith('  → '))).toEqual([
      'address: it points to https://id.example.vn',
      'response_type: "token" is not supported',
      'scope: it lacks openid, which nonce needs',
    ]);
    expect(text).toContain(`this VID is at ${server.origin} (VID_PUBLIC_URL)`);
    expect((await operator.vid('sso', 'doctor', 'shop')).text).toContain('address: this is not an address');
    expect((await operator.vid('sso', 'doctor', `${server.origin}/login`)).text).toContain(
      'its path /login does not start a sign-in',
    );
  });
});

it.each([['sso'], ['sso doctor'], ['sso doctor a b'], ['sso heal x'], ['keys'], ['keys burn']])(
  'the command “%s” prints the usage',
  async (line) => {
    expect(await operator.vid(...line.split(' '))).toMatchObject({
      code: 64,
      text: expect.stringMatching(/doctor|keys rotate/u),
    });
  },
);

describe('the sso trace command', () => {
  it('explains a refused OpenID Connect request by the error’s reference', async () => {
    const { browser } = await signedIn(server);
    const page = await browser.visit(openId({ redirect_uri: 'https://shop.example.vn/other' }));
    const ref = page.searchParams.get('ref') ?? '';
    for (const typed of [ref, ref.toLowerCase()]) {
      const { code, text } = await operator.vid('sso', 'trace', typed);
      expect(code).toBe(0);
      expect(text).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z {2}client shop-web {2}\S/u);
      expect(text).toContain('https://shop.example.vn/other');
    }
  });

  it('explains a refused request of the community’s protocol', async () => {
    const { browser } = await signedIn(server);
    const { body } = await browser.post('/vid/ajax/apps/view/validateRedirectUrls', {
      appCode: 'shop',
      clientId: 'shop-web',
      redirectUrls: 'https://shop.example.vn/other',
    });
    const { code, text } = await operator.vid('sso', 'trace', textAt(body, 'details', 'ref'));
    expect(code).toBe(0);
    expect(text).toContain('client shop-web');
    expect(text).toContain('  redirectUri: https://shop.example.vn/other');
    expect(text).toContain('  appCode: shop');
  });

  it('V2 prints no control characters that an untrusted request contains', async () => {
    const ref = await server.deps.refusalLog.write({
      clientId: 'x\u001b[2J',
      reason: 'client',
      details: { redirectUri: 'a\u009b\nb\u202e' },
      from: 'test',
    });
    const { text } = await operator.vid('sso', 'trace', ref);
    expect(text).toContain('client x\\u{1b}[2J');
    expect(text).toContain('redirectUri: a\\u{9b}\\u{a}b\\u{202e}');
  });

  it('says that a reference is unknown', async () => {
    expect(await operator.vid('sso', 'trace', 'ZZZZZZZZZZ')).toEqual({
      code: 1,
      text: 'Unknown reference. References are kept for 14 days.',
    });
  });
});

/** Reads the key ids from a new server, because a running server refreshes them only every ten seconds. */
const published = async (): Promise<readonly unknown[]> => {
  const twin = await server.twin();
  const answer = await twin.app.inject({
    url: '/vid/oidc/jwks',
    headers: { host: new URL(server.origin).host },
  });
  const { keys: list }: { keys: { kid: string }[] } = JSON.parse(answer.body);
  return list.map(({ kid }) => kid).toSorted();
};

describe('the keys rotate command', () => {
  type Key = { readonly id: string; readonly alg: string; readonly status: string; readonly signs: boolean };
  const keys = () =>
    server.deps.sql<Key[]>`
      select id, alg, status, signs_from <= now() as signs from signing_keys order by signs_from, alg`;

  it('publishes new keys before they sign, and keeps the current keys', async () => {
    await published();
    const before = [...(await keys())];
    expect(await operator.vid('keys', 'rotate')).toEqual({
      code: 0,
      text: 'New keys are published and start signing in two minutes.',
    });
    const after = [...(await keys())];
    expect(after.slice(0, before.length)).toEqual(before);
    const made = after.slice(before.length);
    expect(made.map(({ alg, signs }) => [alg, signs])).toEqual([
      ['ES256', false],
      ['RS256', false],
    ]);
    expect(await published()).toEqual(after.map(({ id }) => id).toSorted());
  });
});
