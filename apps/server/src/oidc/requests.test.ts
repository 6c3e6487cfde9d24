import { callerAt } from '@vid/testkit/http/caller';
import {
  authorizationRequest,
  callOidc,
  pkce,
  signedIn,
  SsoBrowser,
  startSsoServer,
  textAt,
  type SsoServer,
} from '@vid/testkit/sso';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createGrantRepo } from './grants/grants.ts';

const callback = 'https://app.example.vn/cb';
const target = { appCode: 'shop', clientId: 'shop-web' };

/** Unregistered URIs, some of which a lenient parser could read as the registered URI (A1). */
const wrongAddresses = [
  'https://app@evil.test/',
  'https://a@b@evil.test',
  'https://evil.test\\@app.example.vn/cb',
  '//evil.test',
  '/\\evil.test',
  '/\t/evil.test',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'https://app.example.vn.evil.test/cb',
  'http://localhost.evil.test',
  'http://app.example.vn/cb',
  'https://app.example.vn/cb/..;/x',
  'https://app.example.vn/x/%2e%2e/cb',
  'https://APP.example.vn/cb',
  'HTTPS://app.example.vn/cb',
  'https://ａpp.example.vn/cb',
  'https://app.example.vn:443/cb',
  'https://app.example.vn/cb?x=1',
  'https://app.example.vn/cb#x',
  'https://app.example.vn./cb',
  'https://app.example.vn/cb/',
  ' https://app.example.vn/cb',
  'https://app.example.vn/cb\n',
  'https://app.example.vn:8443/cb',
];

const validate = (browser: SsoBrowser, body: Record<string, unknown>) =>
  browser.post('/vid/ajax/apps/view/validateRedirectUrls', body);
const requestCode = (browser: SsoBrowser, more: Record<string, unknown> = {}) =>
  browser.post('/vid/api/auth/code/request', { ...target, codeChallenge: pkce().challenge, ...more });
const good = (): Record<string, string> =>
  authorizationRequest({ clientId: 'shop-web', redirectUri: callback }, { state: 'abc' });
const authorize = (browser: SsoBrowser, query: string | Record<string, string>) =>
  browser.visit(
    `/vid/oidc/auth?${typeof query === 'string' ? query : new URLSearchParams(query).toString()}`,
  );

describe('requests of applications', () => {
  let server: SsoServer;
  beforeAll(async () => {
    server = await startSsoServer(inject('cluster'));
    const { applications } = server.deps;
    await applications.add({ code: 'shop', name: 'Sàn', isFirstParty: true });
    await applications.addClient('shop', { clientId: 'shop-web', kind: 'web', redirectUris: [callback] });
    await applications.addClient('shop', {
      clientId: 'shop-local',
      kind: 'web',
      redirectUris: ['http://localhost:4000/cb'],
    });
    await applications.addClient('shop', {
      clientId: 'shop-native',
      kind: 'native',
      redirectUris: ['http://127.0.0.1/cb', 'vn.example.app:/cb'],
    });
    await applications.add({ code: 'bank', name: 'Ngân hàng', access: 'restricted', isFirstParty: true });
    await applications.addClient('bank', { clientId: 'bank-web', kind: 'web', redirectUris: [callback] });
    await applications.add({ code: 'other', name: 'Bên thứ ba' });
    await applications.addClient('other', { clientId: 'other-web', kind: 'web', redirectUris: [callback] });
  });
  afterAll(() => server.close());

  it.each(wrongAddresses)('A1 are refused with the redirect URI %j in both protocols', async (address) => {
    const { browser } = await signedIn(server);
    for (const redirectUrls of [address, [callback, address]]) {
      const { status, body } = await validate(browser, { ...target, redirectUrls });
      expect([status, body['message']]).toEqual([400, 'REDIRECT_INVALID']);
    }
    expect((await requestCode(browser)).body['message']).toBe('SSO_NOT_READY');
    const end = await authorize(browser, { ...good(), redirect_uri: address });
    expect([end.origin, end.pathname]).toEqual([server.origin, '/vid/web/error/403']);
  });

  it('A1 are logged under a reference if they are refused', async () => {
    const browser = new SsoBrowser(server.origin);
    expect((await validate(browser, { ...target, redirectUrls: [callback] })).status).toBe(200);
    const { body } = await validate(browser, { ...target, redirectUrls: `${callback}/` });
    const ref = textAt(body, 'details', 'ref');
    expect(await server.deps.refusalLog.find(ref.toLowerCase())).toMatchObject({
      clientId: 'shop-web',
      reason: 'redirect_uri',
      details: { redirectUri: `${callback}/`, appCode: 'shop' },
    });
  });

  it('may change a loopback redirect URI’s port for native clients only', async () => {
    const { browser } = await signedIn(server);
    const local = { ...good(), client_id: 'shop-local', redirect_uri: 'http://localhost:4001/cb' };
    expect((await authorize(browser, local)).pathname).toBe('/vid/web/error/403');
    const native = { ...good(), client_id: 'shop-native', redirect_uri: 'http://127.0.0.1:51234/cb' };
    expect((await authorize(browser, native)).pathname).toBe('/vid/web/intermediate');
  });

  it('A2 are refused with unknown, list or object parameters', async () => {
    const { browser } = await signedIn(server);
    await validate(browser, { ...target, redirectUrls: callback });
    for (const more of [
      { authCode: 'x' },
      { iss: 'https://evil.test' },
      { clientId: ['shop-web', 'other-web'] },
      { appCode: { $ne: '' } },
      { redirectTo: [callback] },
      { codeChallenge: [pkce().challenge] },
    ]) {
      const { status } = await requestCode(browser, more);
      expect([more, status]).toEqual([more, 400]);
    }
    const many = Array.from({ length: 11 }, () => callback);
    expect((await validate(browser, { ...target, redirectUrls: many })).status).toBe(400);
    expect(
      (await validate(browser, { ...target, redirectUrls: `${callback}?${'x'.repeat(3_000)}` })).status,
    ).toBe(400);
    const issued = await requestCode(browser);
    expect(Object.keys(Object(issued.body['data'])).toSorted()).toEqual(['authCode', 'expiresIn', 'iss']);
  });

  it('A5 are refused without an S256 challenge', async () => {
    const { browser } = await signedIn(server);
    await validate(browser, { ...target, redirectUrls: callback });
    const { challenge } = pkce();
    for (const codeChallenge of [
      undefined,
      '',
      challenge.slice(1),
      `${challenge}A`,
      'x'.repeat(129),
      `${challenge.slice(1)}!`,
      `${challenge.slice(1)}~`,
    ]) {
      const { status } = await requestCode(browser, { codeChallenge });
      expect([codeChallenge, status]).toEqual([codeChallenge, 400]);
    }
    for (const wrong of [
      { code_challenge_method: 'plain' },
      { code_challenge: 'short' },
      { code_challenge: '' },
    ]) {
      const end = await authorize(browser, { ...good(), ...wrong });
      expect(end.searchParams.get('error')).toBe('invalid_request');
      expect(end.searchParams.get('code')).toBeNull();
    }
    const { code_challenge_method: _plainByDefault, ...withoutMethod } = good();
    expect((await authorize(browser, withoutMethod)).searchParams.get('error')).toBe('invalid_request');
  });

  it('A6 get no code without validation, session and permission', async () => {
    const { browser } = await signedIn(server);
    expect((await requestCode(browser)).body['message']).toBe('SSO_NOT_READY');
    await validate(browser, { ...target, redirectUrls: callback });
    expect((await requestCode(browser, { appCode: 'other' })).body['message']).toBe('SSO_FORBIDDEN');
    expect((await requestCode(browser, { appCode: 'other', clientId: 'other-web' })).body['message']).toBe(
      'SSO_NOT_READY',
    );
    expect((await requestCode(browser, { redirectTo: `${callback}/` })).body['message']).toBe(
      'REDIRECT_INVALID',
    );
    const signedOut = new SsoBrowser(server.origin);
    await validate(signedOut, { ...target, redirectUrls: callback });
    expect((await requestCode(signedOut)).body['message']).toBe('TOKEN_MISSING');
    const bank = { appCode: 'bank', clientId: 'bank-web' };
    await validate(browser, { ...bank, redirectUrls: callback });
    expect(await requestCode(browser, bank)).toMatchObject({
      status: 403,
      body: { message: 'SSO_FORBIDDEN', details: { ref: expect.any(String) } },
    });
    const [row] = await server.deps
      .sql`select count(*)::int as n from oidc_authorization_codes where client_id <> 'shop-web'`;
    expect(row?.['n']).toBe(0);
    expect((await requestCode(browser)).status).toBe(200);
    await server.deps.sql`update sso_transactions set expires_at = now()`;
    expect((await requestCode(browser)).body['message']).toBe('SSO_NOT_READY');
  });

  it('A6 remain valid after a sign-in, even a repeated one', async () => {
    const { sql, keys, preSessions, completion } = server.deps;
    const { browser, accountId } = await signedIn(server);
    await validate(browser, { ...target, redirectUrls: callback });
    const id = browser.cookies.get('vid_pre;/')?.value.split('.')[0] ?? '';
    const preSession = { id, hash: keys.hashSecret(`pre:${id}`) };
    const signIn = () =>
      completion.complete({
        account: { accountId },
        method: 'otp',
        amr: ['otp', 'sms'],
        remember: true,
        caller: callerAt('::1'),
        browser: { preSession, tokenHash: undefined, devices: [] },
      });
    const requestsOf = (of: { hash: Buffer }) =>
      sql`select client_id, redirect_uri, expires_at from sso_transactions where pre_session_hash = ${of.hash}`;
    const validated = await requestsOf(preSession);
    expect(validated).toMatchObject([{ clientId: 'shop-web', redirectUri: callback }]);
    // Repeat the request, as a browser does after a lost response.
    for (const issued of [await signIn(), await signIn()])
      expect([...(await requestsOf(issued.preSession))]).toEqual([...validated]);
    expect([...(await requestsOf(preSession))]).toEqual([...validated]);
    expect([...(await requestsOf(preSessions.make()))]).toEqual([]);
    await sql`update sso_transactions set expires_at = now() where pre_session_hash = ${preSession.hash}`;
    expect([...(await requestsOf((await signIn()).preSession))]).toEqual([]);
  });

  it('A6 are valid only in the browser that validated them', async () => {
    const { browser } = await signedIn(server);
    await validate(browser, { ...target, redirectUrls: callback });
    const thief = new SsoBrowser(server.origin);
    const session = browser.cookies.get('vid_sid;/');
    if (session) thief.cookies.set('vid_sid;/', session);
    expect((await requestCode(thief)).body['message']).toBe('SSO_NOT_READY');
  });

  it('A9 are redirected by 303 with no-store and no referrer', async () => {
    const { browser } = await signedIn(server);
    for (const query of [
      good(),
      { ...good(), redirect_uri: 'https://evil.test' },
      { ...good(), response_mode: 'form_post' },
    ]) {
      const answer = await browser.fetch(`/vid/oidc/auth?${new URLSearchParams(query).toString()}`);
      expect(answer.status).toBe(303);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(await answer.text()).toBe('');
      expect(answer.headers.getSetCookie().filter((line) => line.startsWith('vid_sid='))).toEqual([]);
    }
  });

  it('A10 return the issuer together with a code and with an error', async () => {
    const { browser } = await signedIn(server);
    await validate(browser, { ...target, redirectUrls: callback });
    expect((await requestCode(browser)).body['data']).toMatchObject({ iss: server.issuer });
    expect((await authorize(browser, good())).searchParams.get('iss')).toBe(server.issuer);
    const refused = await authorize(new SsoBrowser(server.origin), { ...good(), prompt: 'none' });
    expect([refused.searchParams.get('error'), refused.searchParams.get('iss')]).toEqual([
      'login_required',
      server.issuer,
    ]);
  });

  it('A8 ask for third-party consent once, and report a denial', async () => {
    const { browser } = await signedIn(server);
    const other = { ...good(), client_id: 'other-web' };
    expect((await authorize(browser, { ...other, prompt: 'none' })).searchParams.get('error')).toBe(
      'consent_required',
    );
    const asked = await authorize(browser, other);
    const uid = asked.searchParams.get('uid') ?? '';
    const described = await browser.fetch(`/vid/api/sso/interactions/${uid}`);
    expect(await described.json()).toMatchObject({
      data: { prompt: 'consent', application: { code: 'other' }, needsFreshSignIn: false },
    });
    const stranger = await signedIn(server);
    expect(
      (await stranger.browser.post(`/vid/api/sso/interactions/${uid}/continue`, {})).body['message'],
    ).toBe('SSO_REQUEST_EXPIRED');
    const denied = await browser.post(`/vid/api/sso/interactions/${uid}/deny`, {});
    const end = await browser.visit(textAt(denied.body, 'data', 'continueTo'));
    expect(end.searchParams.get('error')).toBe('access_denied');
    const path = `/vid/oidc/auth?${new URLSearchParams(other).toString()}`;
    expect((await browser.visitAndContinue(path)).searchParams.get('code')).toEqual(expect.any(String));
    expect((await browser.visit(path)).searchParams.get('code')).toEqual(expect.any(String));
    expect((await authorize(browser, { ...good(), prompt: 'select_account' })).pathname).toBe(
      '/vid/web/intermediate',
    );
  });

  it('A8 sign no user in to a third-party application without a prompt', async () => {
    const { browser } = await signedIn(server);
    for (const more of [{ prompt: 'none' }, {}]) {
      const query = new URLSearchParams({ ...good(), client_id: 'other-web', ...more }).toString();
      const answer = await browser.fetch(`/vid/oidc/auth?${query}`);
      expect(answer.headers.get('location')).not.toContain('code=');
      expect(answer.headers.get('x-frame-options')).toBe('DENY');
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    }
    const asks = async (appCode: string): Promise<unknown> => {
      const { body } = await validate(browser, {
        appCode,
        clientId: `${appCode}-web`,
        redirectUrls: callback,
      });
      return Object(body['data']).asksToContinue;
    };
    expect([await asks('other'), await asks('shop')]).toEqual([true, false]);
  });

  it('W1 may only use a registered redirect URI for a popup', async () => {
    const { browser } = await signedIn(server);
    const { applications } = server.deps;
    for (const address of ['*', 'https://*', 'https://*.example.vn/cb', 'null', 'javascript:alert(1)//']) {
      const added = applications.addClient('shop', { kind: 'web', redirectUris: [address] });
      await expect(added).rejects.toThrow('cannot be registered');
    }
    for (const redirectUrls of [
      '*',
      'null',
      '/',
      'https://evil.test',
      'https://evil.test/cb',
      new URL(callback).origin,
    ])
      expect((await validate(browser, { ...target, redirectUrls })).body['message']).toBe('REDIRECT_INVALID');
    expect((await requestCode(browser)).body['message']).toBe('SSO_NOT_READY');
    // Another site can name a real application's redirect URI, but the code goes to that application.
    const { body } = await validate(browser, { ...target, redirectUrls: callback });
    expect(body['data']).toMatchObject({ redirectUrls: [callback] });
    expect((await requestCode(browser, { redirectTo: 'https://evil.test/cb' })).body['message']).toBe(
      'REDIRECT_INVALID',
    );
  });

  it('need a permission for a restricted application', async () => {
    const { browser, accountId } = await signedIn(server);
    const bank = { ...good(), client_id: 'bank-web' };
    expect((await authorize(browser, { ...bank, prompt: 'none' })).searchParams.get('error')).toBe(
      'access_denied',
    );
    const page = await authorize(browser, bank);
    const uid = page.searchParams.get('uid') ?? '';
    expect((await browser.post(`/vid/api/sso/interactions/${uid}/continue`, {})).body['message']).toBe(
      'SSO_FORBIDDEN',
    );
    await server.deps.applications.grant('bank', accountId, 'member');
    expect((await authorize(browser, bank)).searchParams.get('code')).toEqual(expect.any(String));
  });

  it('pass hints to the sign-in screen', async () => {
    const browser = new SsoBrowser(server.origin);
    const page = await authorize(browser, { ...good(), login_hint: '0912345678', ui_locales: 'fr en vi' });
    const answer = await browser.fetch(`/vid/api/sso/interactions/${page.searchParams.get('uid') ?? ''}`);
    expect(await answer.json()).toMatchObject({
      data: { prompt: 'login', loginHint: '0912345678', locale: 'en', account: null },
    });
  });

  it('P12 to the token endpoint get a client error if they contain NUL', async () => {
    const basic = { authorization: `Basic ${Buffer.from('shop%00web:x').toString('base64')}` };
    for (const [headers, named] of [
      [basic, {}],
      [{}, { client_id: 'shop\0web' }],
    ] as const) {
      const answer = await fetch(`${server.origin}/vid/oidc/token`, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ grant_type: 'authorization_code', code: 'x', ...named }),
      });
      expect([400, 401]).toContain(answer.status);
    }
  });

  it('P12 are refused with 400 if they contain NUL', async () => {
    const { browser } = await signedIn(server);
    const query = new URLSearchParams(good()).toString();
    expect((await browser.fetch(`/vid/oidc/auth?${query}&nonce=a%00b`)).status).toBe(400);
    for (const who of [browser, new SsoBrowser(server.origin)])
      expect((await who.fetch(`/vid/oidc/auth?${query}&nonce=a%ED%A0%80b`)).status).toBe(303);
  });

  it.each(['/request', '/device/auth'])(
    'P12 are refused if they contain NUL in parameters that %s stores',
    async (path) => {
      const { redirect_uri: _to, response_type: _type, ...device } = good();
      const { status, body } = await callOidc(server, path, {
        ...(path === '/request' ? good() : device),
        client_id: 'shop-native',
        ...(path === '/request' ? { redirect_uri: 'vn.example.app:/cb' } : {}),
        nonce: 'a\0b',
      });
      expect([status, body['error']]).toEqual([400, 'invalid_request']);
    },
  );

  it.each(['\0', String.raw`\u0000`, '\ud800', `${'x'.repeat(499)}😀`])(
    'P12 are recorded as refused even with %j in the redirect URI',
    async (text) => {
      const ref = await server.deps.refusalLog.write({
        clientId: 'shop-web',
        reason: text,
        details: { redirectUri: text },
        from: 'test',
      });
      expect(await server.deps.refusalLog.find(ref)).toMatchObject({ clientId: 'shop-web' });
    },
  );

  it('X3 are recorded at most 100 times for one network if refused', async () => {
    const { refusalLog } = server.deps;
    const refused = { clientId: 'shop-web', reason: 'flood', details: {} };
    const isFound = async (from: string) =>
      (await refusalLog.find(await refusalLog.write({ ...refused, from }))) !== undefined;
    const found: boolean[] = [];
    for (let time = 0; time < 102; time += 1) found.push(await isFound('198.51.100.9'));
    expect(found.filter(Boolean)).toHaveLength(100);
    expect(await isFound('198.51.100.10')).toBe(true);
  });

  it('X3 are counted for their network in both protocols', async () => {
    const { sql } = server.deps;
    const count = async () => {
      const [row] = await sql<{ points: number }[]>`
        select points from counters where key = 'sso-traces:127.0.0.1'`;
      return row?.points ?? 0;
    };
    const browser = new SsoBrowser(server.origin);
    const before = await count();
    await validate(browser, { ...target, redirectUrls: `${callback}/` });
    await authorize(browser, { ...good(), redirect_uri: `${callback}/` });
    expect((await count()) - before).toBe(2);
  });

  it('get no grant for a session that does not exist', async () => {
    const { accountId } = await signedIn(server);
    const gone = createGrantRepo(server.deps.sql, server.deps.sql).remember(
      { sessionId: 'ses_gone', accountId, clientId: 'shop-web', scope: 'openid' },
      { grantId: 'g', sid: 's' },
      null,
    );
    await expect(gone).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
  });

  it('get no grant for a session of another account', async () => {
    const [{ accountId }, { sessionId }] = [await signedIn(server), await signedIn(server)];
    const { sql } = server.deps;
    const foreign = createGrantRepo(sql, sql).remember(
      { sessionId, accountId, clientId: 'shop-web', scope: 'openid' },
      { grantId: 'g', sid: 's' },
      null,
    );
    await expect(foreign).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
  });
});
