import { callerAt } from '@vid/testkit/http/caller';
import {
  authorizationPath,
  callOidc,
  communityCode,
  pkce,
  signedIn,
  SsoBrowser,
  startSsoServer,
  textAt,
  type SsoServer,
} from '@vid/testkit/sso';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { done, linkOf } from './attempt.ts';
import { createAttemptRepo } from './attempt.repo.ts';

const redirectUri = 'https://shop.example.vn/cb';
let server: SsoServer;
let manager: SsoBrowser;
let appId: string;
let ownerId: string;
let secret: string;
let nowMs = Date.now;
beforeAll(async () => {
  server = await startSsoServer(inject('cluster'), { overrides: { nowMs: () => nowMs() } });
  const owner = await signedIn(server);
  manager = owner.browser;
  ownerId = owner.accountId;
  const { applications } = server.deps;
  appId = (await applications.add({ code: 'shop', name: 'Sàn', isFirstParty: true, ownerId })).id;
  const made = await applications.addClient('shop', {
    clientId: 'shop-web',
    kind: 'web',
    redirectUris: [redirectUri],
    scopes: ['openid', 'profile'],
  });
  secret = made.secret ?? '';
});
afterAll(() => server.close());

type Step = { step: string; state: string; problem: { code: string } | null };
type Attempt = { protocol: string; steps: Step[] };

const path = (id = appId, clientId = 'shop-web') => `/vid/api/apps/${id}/clients/${clientId}`;
const list = async (at = path()): Promise<Attempt[]> => {
  const answer = await manager.fetch(`${at}/attempts`);
  return JSON.parse(await answer.text()).data;
};
const readAt = async (at: string): Promise<string[]> => {
  const [newest] = await list(at);
  return (newest?.steps ?? []).map(({ step, state, problem }) =>
    [step, state, problem?.code].join(' ').trim(),
  );
};
const read = () => readAt(path());
const authorize = async (more: Record<string, string> = {}, signedInBrowser?: SsoBrowser) => {
  const browser = signedInBrowser ?? (await signedIn(server)).browser;
  const { verifier, challenge } = pkce();
  const end = await browser.visitAndContinue(
    authorizationPath({ clientId: 'shop-web', redirectUri, challenge }, more),
  );
  return { verifier, code: end.searchParams.get('code') ?? '' };
};
const redeem = (code: string, verifier: string, more: { secret?: string; uri?: string } = {}) =>
  callOidc(
    server,
    '/token',
    {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: more.uri ?? redirectUri,
    },
    { client: 'shop-web', secret: more.secret ?? secret },
  );
const allDone = ['request done', 'redirect done', 'signIn done', 'consent done', 'code done'];

it('the log of sign-ons shows each step of OpenID Connect up to userinfo', async () => {
  const { verifier, code } = await authorize();
  const { body } = await redeem(code, verifier);
  const authorization = `Bearer ${textAt(body, 'access_token')}`;
  const callUserinfo = () => fetch(`${server.issuer}/me`, { headers: { authorization } });
  await callUserinfo();
  await expect.poll(read).toEqual([...allDone, 'token done', 'userinfo done']);
  // A repeated call adds no step.
  await callUserinfo();
  await server.deps.attempts.stop();
  const steps = await server.deps.sql`
    select step from (select steps from client_attempts order by id desc limit 1) newest,
      jsonb_array_elements(steps) step where step ->> 'step' = 'userinfo'`;
  expect(steps).toHaveLength(1);
});

it('the log of sign-ons shows a userinfo call without the scope openid', async () => {
  const { verifier, code } = await authorize({ scope: 'profile' });
  const { body } = await redeem(code, verifier);
  const authorization = `Bearer ${textAt(body, 'access_token')}`;
  expect((await fetch(`${server.issuer}/me`, { headers: { authorization } })).status).toBe(403);
  await expect.poll(read).toEqual([...allDone, 'token done', 'userinfo failed openidMissing']);
});

const countWithUserinfo = async () =>
  (await list()).filter(({ steps }) => steps.some(({ step }) => step === 'userinfo')).length;

it('the log of sign-ons shows the userinfo call of each sign-on', async () => {
  const before = await countWithUserinfo();
  const { browser } = await signedIn(server);
  for (let count = 1; count <= 2; count += 1) {
    const { verifier, code } = await authorize({}, browser);
    const { body } = await redeem(code, verifier);
    const authorization = `Bearer ${textAt(body, 'access_token')}`;
    await fetch(`${server.issuer}/me`, { headers: { authorization } });
    await expect.poll(countWithUserinfo).toBe(before + count);
  }
});

it('the log of sign-ons shows the steps of the community’s protocol', async () => {
  const { browser } = await signedIn(server);
  const { code, verifier } = await communityCode(browser, {
    appCode: 'shop',
    clientId: 'shop-web',
    redirectUrl: redirectUri,
  });
  await redeem(code, verifier);
  await expect.poll(read).toEqual([...allDone, 'token done']);
});

it('the log of sign-ons follows an attempt to a new pre-session', async () => {
  const { attempts, completion, keys } = server.deps;
  const { accountId } = await signedIn(server);
  const browser = new SsoBrowser(server.origin);
  await browser.post('/vid/ajax/apps/view/validateRedirectUrls', {
    appCode: 'shop',
    clientId: 'shop-web',
    redirectUrls: redirectUri,
  });
  const id = browser.cookies.get('vid_pre;/')?.value.split('.')[0] ?? '';
  const { preSession } = await completion.complete({
    account: { accountId },
    method: 'password',
    amr: ['pwd'],
    remember: false,
    caller: callerAt('::1'),
    browser: { preSession: { id, hash: keys.hashSecret(`pre:${id}`) }, tokenHash: undefined, devices: [] },
  });
  attempts.continue({
    clientId: 'shop-web',
    link: linkOf('browser', preSession.hash),
    steps: done('signIn', 'consent', 'code'),
  });
  await expect.poll(read).toEqual(allDone);
});

it('the log of sign-ons shows a wrong redirect URI without query values', async () => {
  const { browser } = await signedIn(server);
  await browser.visit(
    authorizationPath({ clientId: 'shop-web', redirectUri: `${redirectUri}/?phone=0912345678&token=s3cret` }),
  );
  await expect.poll(read).toEqual(['request done', 'redirect failed redirectMismatch']);
  const [newest] = await list();
  expect(newest?.steps[1]?.problem).toMatchObject({
    error: 'invalid_redirect_uri',
    sent: `${redirectUri}/?phone=…&token=…`,
    expected: [redirectUri],
    difference: 'path',
  });
});

it.each([
  [{ scope: 'openid phone' }, 'scopeNotAllowed'],
  [{ response_type: 'token' }, 'responseType'],
  [{ code_challenge_method: 'plain' }, 'challengeMethod'],
  [{ code_challenge: 'short' }, 'challenge'],
  [{ code_challenge: '' }, 'challenge'],
  [{ scope: 'money' }, 'scopeUnknown'],
])('the log of sign-ons explains a request with %j by the problem %s', async (change, problem) => {
  const { browser } = await signedIn(server);
  await browser.visit(authorizationPath({ clientId: 'shop-web', redirectUri }, change));
  await expect.poll(read).toEqual([`request failed ${problem}`]);
});

it('the log of sign-ons reports prompt=none without a session as promptNone', async () => {
  await new SsoBrowser(server.origin).visit(
    authorizationPath({ clientId: 'shop-web', redirectUri }, { prompt: 'none' }),
  );
  await expect.poll(read).toEqual(['request done', 'redirect done', 'signIn failed promptNone']);
});

it.each([
  ['a wrong secret', { secret: 'wrong' }, {}, 'secret'],
  ['another redirect URI', { uri: `${redirectUri}/x` }, {}, 'codeRedirect'],
  ['a wrong verifier', {}, { verifier: pkce().verifier }, 'verifier'],
])('the log of sign-ons names %s at the token endpoint', async (_case, more, change, problem) => {
  const { verifier, code } = await authorize();
  await redeem(code, 'verifier' in change ? change.verifier : verifier, more);
  await expect.poll(read).toEqual([...allDone, `token failed ${problem}`]);
});

it('the log of sign-ons names the client’s registered authentication method', async () => {
  const { verifier, code } = await authorize();
  const body = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri };
  await callOidc(server, '/token', { ...body, client_id: 'shop-web' });
  await expect.poll(read).toEqual([...allDone, 'token failed authMethod']);
  const [newest] = await list();
  expect(newest?.steps.at(-1)?.problem).toMatchObject({ expected: ['client_secret_basic'] });
});

it('the log of sign-ons shows refused pushed and machine token requests', async () => {
  const { applications } = server.deps;
  const pushing = await applications.addClient('shop', {
    clientId: 'shop-pushing',
    kind: 'web',
    redirectUris: [redirectUri],
  });
  const pushed = { response_type: 'code', scope: 'openid', redirect_uri: redirectUri };
  await callOidc(server, '/request', pushed, { client: 'shop-pushing', secret: pushing.secret ?? '' });
  await expect.poll(() => readAt(path(appId, 'shop-pushing'))).toEqual(['request failed other']);
  await applications.addClient('shop', { clientId: 'shop-jobs', kind: 'machine' });
  const wrong = { client: 'shop-jobs', secret: 'wrong' };
  await callOidc(server, '/token', { grant_type: 'client_credentials' }, wrong);
  await expect.poll(() => readAt(path(appId, 'shop-jobs'))).toEqual(['token failed secret']);
  expect(await list(path(appId, 'shop-jobs'))).toMatchObject([{ protocol: 'machine' }]);
});

it('the log of sign-ons hides query values of a token request', async () => {
  const { verifier, code } = await authorize();
  await redeem(code, verifier, { uri: `${redirectUri}/x?phone=0912345678` });
  await expect.poll(read).toEqual([...allDone, 'token failed codeRedirect']);
  const [newest] = await list();
  expect(newest?.steps.at(-1)?.problem).toMatchObject({ sent: `${redirectUri}/x?phone=…` });
});

it('the log of sign-ons shows noPermission for an account without permission', async () => {
  const { applications } = server.deps;
  const club = { code: 'club', name: 'Câu lạc bộ', access: 'restricted', ownerId } as const;
  const at = path((await applications.add({ ...club, isFirstParty: true })).id, 'club-web');
  await applications.addClient('club', { clientId: 'club-web', kind: 'web', redirectUris: [redirectUri] });
  const browser = new SsoBrowser(server.origin);
  const page = await browser.visit(authorizationPath({ clientId: 'club-web', redirectUri }));
  const uid = page.searchParams.get('uid') ?? '';
  const session = (await signedIn(server)).browser.cookies.get('vid_sid;/');
  if (session) browser.cookies.set('vid_sid;/', session);
  expect((await browser.continueInteraction(uid)).body['message']).toBe('SSO_FORBIDDEN');
  const refused = ['request done', 'redirect done', 'signIn failed noPermission'];
  await expect.poll(() => readAt(at)).toEqual(refused);

  const { body } = await browser.post(`/vid/api/sso/interactions/${uid}/deny`, {});
  const { searchParams } = await browser.visit(textAt(body, 'data', 'continueTo'));
  const detail = 'the account may not use this application';
  expect([searchParams.get('error'), searchParams.get('error_description')]).toEqual([
    'access_denied',
    detail,
  ]);
  // The problem has a detail only once oidc-provider's error is recorded.
  const signIn = async () => (await list(at))[0]?.steps.find(({ step }) => step === 'signIn')?.problem;
  await expect.poll(signIn).toMatchObject({ code: 'noPermission', error: 'access_denied', detail });
  expect(await readAt(at)).toEqual(refused);
});

it('the log of sign-ons shows that a member declined the consent', async () => {
  const { browser } = await signedIn(server);
  const page = await browser.visit(
    authorizationPath({ clientId: 'shop-web', redirectUri }, { prompt: 'consent' }),
  );
  const uid = page.searchParams.get('uid') ?? '';
  const { body } = await browser.post(`/vid/api/sso/interactions/${uid}/deny`, {});
  const { searchParams } = await browser.visit(textAt(body, 'data', 'continueTo'));
  expect(searchParams.get('error_description')).toBe('the person denied the request');
  await expect.poll(read).toContain('consent failed refusedByPerson');
});

it('the log of sign-ons shows that a code was used again', async () => {
  const { verifier, code } = await authorize();
  await redeem(code, verifier);
  await redeem(code, verifier);
  await expect.poll(read).toEqual([...allDone, 'token failed codeUsed']);
});

it('the log of sign-ons shows that the client was disabled', async () => {
  const { browser } = await signedIn(server);
  await server.deps.applications.setClientStatus('shop-web', 'disabled');
  await browser.visit(authorizationPath({ clientId: 'shop-web', redirectUri }));
  await server.deps.applications.setClientStatus('shop-web', 'active');
  await expect.poll(read).toEqual(['request failed clientDisabled']);
});

it('the log of sign-ons shows the latest outcome of a step', async () => {
  const { sql } = server.deps;
  const steps = [
    { step: 'signIn', state: 'done', at: '2026-01-02T00:00:02.000Z' },
    { step: 'signIn', state: 'waiting', at: '2026-01-02T00:00:01.000Z' },
  ];
  await sql`
    insert into client_attempts (client_id, protocol, links, steps, started_at, expires_at)
    values ('shop-web', 'openid', '{}', ${sql.json(steps)}, '2026-01-02T00:00:00Z', now() + interval '1 day')`;
  expect(await read()).toEqual(['signIn done']);
  expect((await list())[0]).toMatchObject({ startedAt: '2026-01-02T00:00:00.000Z' });
  await sql`delete from client_attempts where links = '{}'`;
});

it('the log of sign-ons contains no code, secret or access token', async () => {
  const { verifier, code } = await authorize({ state: 'my-state', login_hint: '0912345678' });
  const { body } = await redeem(code, verifier);
  await expect.poll(read).toContain('token done');
  const rows = JSON.stringify(await server.deps.sql`select * from client_attempts`);
  for (const value of [
    code,
    verifier,
    secret,
    textAt(body, 'access_token'),
    'my-state',
    '0912345678',
    'acc_',
  ])
    expect(rows).not.toContain(value);
});

it('M2 a manager finds no sign-ons of another application', async () => {
  const other = await server.deps.applications.add({ code: 'bank', name: 'Bank' });
  await server.deps.applications.addClient('bank', {
    clientId: 'foreign',
    kind: 'web',
    redirectUris: [redirectUri],
  });
  for (const target of [path(appId, 'foreign'), path(other.id, 'foreign')]) {
    for (const [method, action] of [
      ['GET', 'attempts'],
      ['GET', 'attempts/events'],
      ['POST', 'checks'],
    ] as const) {
      const body = method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {};
      const answer = await manager.fetch(`${target}/${action}`, { method, ...body });
      expect([action, answer.status]).toEqual([action, 404]);
    }
  }
});

it('the log of sign-ons records at most 30 attempts a minute', async () => {
  const { sql, applications } = server.deps;
  await applications.addClient('shop', { clientId: 'busy', kind: 'web', redirectUris: [redirectUri] });
  const added = await sql`
    insert into client_attempts (client_id, protocol, links, steps, expires_at)
    select 'busy', 'openid', '{}', '[]', now() + interval '1 day' from generate_series(1, 150) returning id`;
  const repo = createAttemptRepo(sql);
  expect([await repo.deleteSurplus(20), await repo.deleteSurplus(500)]).toEqual([20, 30]);
  expect(await list(path(appId, 'busy'))).toHaveLength(30);
  expect(await sql`select id from client_attempts where client_id = 'busy' order by id`).toEqual(
    added.slice(50),
  );
  await applications.removeClient('busy');
  expect(await sql`select 1 from client_attempts where client_id = 'busy'`).toHaveLength(0);
  const { browser } = await signedIn(server);
  const before = (await sql`select 1 from client_attempts where client_id = 'shop-web'`).length;
  const now = Date.now();
  nowMs = () => now;
  for (let count = 0; count < 35; count += 1)
    await browser.visit(authorizationPath({ clientId: 'shop-web', redirectUri: 'https://x.test/' }));
  await server.deps.attempts.stop();
  const after = (await sql`select 1 from client_attempts where client_id = 'shop-web'`).length;
  expect(after - before).toBeLessThanOrEqual(30);
});

const findRefusal = async (reference: string, at = path()) => {
  const address = `${at}/refusals/${encodeURIComponent(reference)}`;
  const answer = await manager.fetch(address, { headers: { accept: 'application/json' } });
  return JSON.parse(await answer.text());
};

it('M2 a manager cannot look up refusals of another client', async () => {
  const { refusalLog } = server.deps;
  const refused = {
    reason: 'invalid_redirect_uri',
    details: { redirectUri: 'https://x.test/' },
    from: 'test',
  };
  const own = await refusalLog.write({ ...refused, clientId: 'shop-web' });
  const other = await refusalLog.write({ ...refused, clientId: 'other-web' });
  expect(await findRefusal(` ${own.toLowerCase()}`)).toMatchObject({
    data: {
      clientId: 'shop-web',
      reason: 'invalid_redirect_uri',
      details: [{ name: 'redirectUri', value: 'https://x.test/' }],
    },
  });
  for (const reference of [other, 'MGVQMGVQMG', 'x'])
    expect(await findRefusal(reference)).toMatchObject({ message: 'NOT_FOUND' });
  const foreign = await refusalLog.write({ ...refused, clientId: 'foreign' });
  expect(await findRefusal(foreign, path(appId, 'foreign'))).toMatchObject({ message: 'NOT_FOUND' });
});

it('a refused sign-out can be looked up by its reference', async () => {
  const query = new URLSearchParams({ client_id: 'shop-web', post_logout_redirect_uri: 'https://x.test/' });
  const { browser } = await signedIn(server);
  const refused = await browser.visit(`/vid/oidc/session/end?${query.toString()}`);
  expect(await findRefusal(refused.searchParams.get('ref') ?? '')).toMatchObject({
    data: {
      reason: 'invalid_request',
      details: [
        { name: 'route', value: 'end_session' },
        { name: 'description', value: 'post_logout_redirect_uri not registered' },
        { name: 'redirectUri', value: 'https://x.test/' },
      ],
    },
  });
});
