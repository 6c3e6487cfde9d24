import { decodeJwt } from 'jose';
import { createAccount, insertOtpToken, otherPassword } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
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

const callback = 'https://shop.example.vn/callback';
const shop = { appCode: 'shop', clientId: 'shop-web', redirectUrl: callback };

describe('the OpenID Connect provider', () => {
  let server: SsoServer;
  const secrets = new Map<string, string>();
  beforeAll(async () => {
    server = await startSsoServer(inject('cluster'));
    const { applications } = server.deps;
    for (const code of ['shop', 'bank']) {
      await applications.add({
        code,
        name: code,
        isFirstParty: true,
        access: code === 'bank' ? 'restricted' : 'open',
      });
      const made = await applications.addClient(code, {
        clientId: `${code}-web`,
        kind: 'web',
        redirectUris: [callback, `${callback}/other`],
      });
      secrets.set(made.clientId, made.secret ?? '');
    }
  });
  afterAll(() => server.close());

  const as = (client: string) => ({ client, secret: secrets.get(client) ?? '' });
  const redeem = (
    code: string,
    verifier: string,
    more: Record<string, string> = {},
    client = 'shop-web',
    at: SsoServer = server,
  ) =>
    callOidc(
      at,
      '/token',
      { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier, ...more },
      as(client),
    );
  const refresh = (token: unknown, client = 'shop-web') =>
    callOidc(server, '/token', { grant_type: 'refresh_token', refresh_token: String(token) }, as(client));
  const userinfo = async (token: unknown): Promise<number> => {
    const answer = await fetch(`${server.issuer}/me`, {
      headers: { authorization: `Bearer ${String(token)}` },
    });
    await answer.body?.cancel();
    return answer.status;
  };
  const isActive = async (token: unknown, client = 'shop-web'): Promise<unknown> =>
    (await callOidc(server, '/token/introspection', { token: String(token) }, as(client))).body['active'];
  const tokensFor = async (browser: SsoBrowser, request = shop) => {
    const { code, verifier } = await communityCode(browser, request);
    const { body, status } = await redeem(code, verifier, {}, request.clientId);
    expect(status).toBe(200);
    return body;
  };
  const offlineTokens = async (browser: SsoBrowser) => {
    const { verifier, challenge } = pkce();
    const path = authorizationPath(
      { clientId: 'shop-web', redirectUri: callback, challenge },
      { scope: 'openid offline_access', prompt: 'consent', nonce: 'of-the-sign-in' },
    );
    const back = await browser.visitAndContinue(path);
    const { body } = await redeem(back.searchParams.get('code') ?? '', verifier);
    expect(body['refresh_token']).toEqual(expect.any(String));
    return body;
  };

  const reusesOf = async (accountId: string) => [
    ...(await server.deps.sql`
      select actor_id, address, request_id <> '' as has_request, details from audit_events
      where account_id = ${accountId} and kind = 'sso.token-reused'`),
  ];
  const reuse = { actorId: null, address: '127.0.0.1', hasRequest: true, details: { clientId: 'shop-web' } };

  it('A3 V4 accepts a code once, and revokes its tokens on reuse', async () => {
    const { browser, accountId } = await signedIn(server);
    const { code, verifier } = await communityCode(browser, shop);
    const first = await redeem(code, verifier);
    expect(first.status).toBe(200);
    expect(await userinfo(first.body['access_token'])).toBe(200);
    const second = await redeem(code, verifier);
    expect([second.status, second.body['error']]).toEqual([400, 'invalid_grant']);
    expect(await userinfo(first.body['access_token'])).toBe(401);
    expect((await refresh(first.body['refresh_token'])).body['error']).toBe('invalid_grant');
    expect((await redeem(code, verifier)).status).toBe(400);
    expect(await reusesOf(accountId)).toEqual([reuse]);
    const { sql } = server.deps;
    for (const table of ['oidc_grants', 'oidc_access_tokens', 'oidc_refresh_tokens'])
      expect([table, ...(await sql`select from ${sql(table)} where account_id = ${accountId}`)]).toEqual([
        table,
      ]);
  });

  it('puts the nonce into the first id token only', async () => {
    const { browser } = await signedIn(server);
    const first = await offlineTokens(browser);
    const second = (await refresh(first['refresh_token'])).body;
    const third = (await refresh(second['refresh_token'])).body;
    const nonces = [first, second, third].map((tokens) => decodeJwt(textAt(tokens, 'id_token'))['nonce']);
    expect(nonces).toEqual(['of-the-sign-in', undefined, undefined]);
  });

  it('A3 accepts a code only once, even in 50 parallel requests', async () => {
    const { browser } = await signedIn(server);
    const { code, verifier } = await communityCode(browser, shop);
    const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(code, verifier)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body['error']))).toEqual(
      new Set(['invalid_grant']),
    );
  });

  it('A4 accepts a code only from its client with its redirect URI', async () => {
    const { browser, accountId } = await signedIn(server);
    await server.deps.applications.grant('bank', accountId, 'member');
    const { code, verifier } = await communityCode(browser, shop);
    for (const wrong of [
      redeem(code, verifier, {}, 'bank-web'),
      redeem(code, verifier, { redirect_uri: `${callback}/other` }),
      redeem(code, verifier, { redirect_uri: `${callback}/` }),
      redeem(code, verifier, { redirect_uri: `${callback}/other` }, 'bank-web'),
    ]) {
      const { status, body } = await wrong;
      expect([status, body['error']]).toEqual([400, 'invalid_grant']);
    }
    expect((await redeem(code, verifier)).status).toBe(200);
  });

  it('A5 requires a matching, well-formed code verifier', async () => {
    const { browser } = await signedIn(server);
    const { code, verifier } = await communityCode(browser, shop);
    for (const wrong of [
      '',
      pkce().verifier,
      verifier.slice(0, 42),
      `${verifier.slice(0, 42)}!`,
      'x'.repeat(129),
    ]) {
      const { status } = await redeem(code, wrong);
      expect([wrong, status]).toEqual([wrong, 400]);
    }
    expect((await redeem(code, verifier)).status).toBe(200);
  });

  it('A7 ends a code after 60 seconds by the database’s clock', async () => {
    const { sql } = server.deps;
    const { browser } = await signedIn(server);
    const age = (seconds: number) =>
      sql`update oidc_authorization_codes set expires_at = expires_at - make_interval(secs => ${seconds})
        where consumed_at is null`;
    const young = await communityCode(browser, shop);
    await age(55);
    expect((await redeem(young.code, young.verifier)).status).toBe(200);
    const old = await communityCode(browser, shop);
    await age(61);
    expect((await redeem(old.code, old.verifier)).body['error']).toBe('invalid_grant');
    const tokens = await tokensFor(browser);
    for (const other of ['forged', String(tokens['refresh_token']), String(tokens['access_token'])])
      expect((await redeem(other, old.verifier)).body['error']).toBe('invalid_grant');
  });

  it('S7 V4 revokes the newest tokens when a refresh token is reused', async () => {
    const { browser, accountId } = await signedIn(server);
    const first = await tokensFor(browser);
    const second = await refresh(first['refresh_token']);
    expect(second.body['refresh_token']).not.toBe(first['refresh_token']);
    const third = await refresh(second.body['refresh_token']);
    expect(third.status).toBe(200);
    expect(await reusesOf(accountId)).toEqual([]);
    const twin = await server.twin();
    const reused = await twin.app.inject({
      method: 'POST',
      url: '/vid/oidc/token',
      headers: {
        host: new URL(server.origin).host,
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`shop-web:${secrets.get('shop-web')}`).toString('base64')}`,
      },
      payload: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: String(first['refresh_token']),
      }).toString(),
    });
    expect(reused.json()).toMatchObject({ error: 'invalid_grant' });
    expect((await refresh(third.body['refresh_token'])).body['error']).toBe('invalid_grant');
    expect(await userinfo(third.body['access_token'])).toBe(401);
    expect(await reusesOf(accountId)).toEqual([reuse]);
  });

  it('V4 does not record the revocation of a used refresh token as reuse', async () => {
    const { browser, accountId } = await signedIn(server);
    const first = await tokensFor(browser);
    const second = await refresh(first['refresh_token']);
    const token = String(first['refresh_token']);
    expect((await callOidc(server, '/token/revocation', { token }, as('shop-web'))).status).toBe(200);
    expect(await userinfo(second.body['access_token'])).toBe(401);
    expect(await reusesOf(accountId)).toEqual([]);
  });

  it('S7 accepts a refresh token only once, even in 50 parallel requests', async () => {
    const { browser } = await signedIn(server);
    const first = await tokensFor(browser);
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(first['refresh_token'])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
  });

  it('S7 issues no valid tokens in a refresh while the session ends', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { browser } = await signedIn(server);
      const tokens = [await tokensFor(browser), await offlineTokens(browser)];
      const [, ...answers] = await Promise.all([
        browser.post('/vid/ajax/auth/logout/all', {}),
        ...tokens.map((token) => refresh(token['refresh_token'])),
      ]);
      for (const { status, body } of answers) {
        expect([200, 400]).toContain(status);
        expect(await userinfo(body['access_token'])).toBe(401);
        expect((await refresh(body['refresh_token'])).status).toBe(400);
      }
    }
  });

  it('S7 ends a refresh token after 7 idle or 30 total days', async () => {
    const { browser } = await signedIn(server);
    const { sql } = server.deps;
    const left = async () => {
      const [row] = await sql<{ days: number }[]>`
        select extract(epoch from expires_at - now()) / 86400 as days from oidc_refresh_tokens
        where consumed_at is null order by expires_at desc limit 1`;
      return Number(row?.days);
    };
    await sql`delete from oidc_refresh_tokens`;
    const tokens = await offlineTokens(browser);
    expect(await left()).toBeCloseTo(7, 2);
    await sql`update oidc_refresh_tokens set payload = payload || jsonb_build_object('iiat',
      extract(epoch from now() - interval '28 days')::int)`;
    const again = await refresh(tokens['refresh_token']);
    expect(again.status).toBe(200);
    expect(await left()).toBeCloseTo(2, 2);
  });

  it('A11 refuses tokens without an active account, client, application and permission', async () => {
    const { applications } = server.deps;
    const { browser, accountId } = await signedIn(server);
    await applications.grant('bank', accountId, 'teller');
    const bank = { ...shop, appCode: 'bank', clientId: 'bank-web' };
    const tokens = await tokensFor(browser, bank);
    expect(decodeJwt(String(tokens['id_token'])).sub).toBe(accountId);
    const uses = async () => [
      await userinfo(tokens['access_token']),
      (await refresh(tokens['refresh_token'], 'bank-web')).status,
      (
        await browser.post('/vid/api/auth/code/request', {
          appCode: 'bank',
          clientId: 'bank-web',
          codeChallenge: pkce().challenge,
        })
      ).status,
    ];
    expect(await isActive(tokens['access_token'], 'bank-web')).toBe(true);
    await applications.withdraw('bank', accountId);
    expect(await uses()).toEqual([401, 400, 403]);
    expect(await isActive(tokens['access_token'], 'bank-web')).toBe(false);
    await applications.grant('bank', accountId, 'teller');
    await applications.setClientStatus('bank-web', 'disabled');
    expect(await uses()).toEqual([401, 401, 403]);
    await applications.setClientStatus('bank-web', 'active');
    await applications.setStatus('bank', 'disabled');
    expect(await uses()).toEqual([401, 401, 403]);
    await applications.setStatus('bank', 'active');
    expect(await userinfo(tokens['access_token'])).toBe(200);
    await server.deps.modules.accounts.accountLock.lock(accountId, {
      actorId: null,
      caller: { address: '127.0.0.1', requestId: 'test' },
    });
    expect(await uses()).toEqual([401, 400, 401]);
  });

  it('A11 introspects tokens only for authenticated clients of the same application', async () => {
    const { browser } = await signedIn(server);
    const tokens = await tokensFor(browser);
    expect(await isActive(tokens['access_token'])).toBe(true);
    const foreign = await callOidc(
      server,
      '/token/introspection',
      { token: String(tokens['access_token']) },
      as('bank-web'),
    );
    expect(foreign.body).toEqual({ active: false });
    // A public client is not authenticated, so anyone can use its id.
    const { applications } = server.deps;
    await applications.addClient('shop', { clientId: 'shop-spa', kind: 'spa', redirectUris: [callback] });
    const unproved = { client_id: 'shop-spa', token: String(tokens['access_token']) };
    expect((await callOidc(server, '/token/introspection', unproved)).body).toEqual({ active: false });
    await browser.post('/vid/ajax/auth/logout', {});
    expect(await isActive(tokens['access_token'])).toBe(false);
    expect(await isActive(tokens['refresh_token'])).toBe(false);
  });

  const ends: Record<
    string,
    (browser: SsoBrowser, account: Awaited<ReturnType<typeof createAccount>>) => Promise<unknown>
  > = {
    'sessions end everywhere': (browser) => browser.post('/vid/ajax/auth/logout/all', {}),
    'a reset of the password': async (_browser, { phone }) => {
      const visitor = new TestBrowser(server.app);
      const headers = { host: new URL(server.origin).host, origin: server.origin };
      await visitor.get('/vid/api/auth/client/config', { headers });
      const otpToken = await insertOtpToken(server, visitor, phone, 'forget-password');
      const body = { phone, otpToken, newPassword: otherPassword };
      expect((await visitor.post('/vid/api/users/password/forget', body, { headers })).status).toBe(200);
    },
    'a change of the password': async (browser, { password }) => {
      const body = { currentPassword: password, newPassword: otherPassword };
      expect((await browser.post('/vid/api/users/password/change', body)).status).toBe(200);
    },
  };

  it.each(Object.keys(ends))(
    'P10 ends tokens after %s, including device codes and offline refresh tokens',
    async (name) => {
      const account = await createAccount(server);
      const { browser } = await signedIn(server, { accountId: account.id });
      const elsewhere = await signedIn(server, { accountId: account.id });
      const online = [await tokensFor(browser), await tokensFor(elsewhere.browser)];
      const offline = await offlineTokens(elsewhere.browser);
      const pending = [await communityCode(browser, shop), await communityCode(elsewhere.browser, shop)];
      const device = (await callOidc(server, '/device/auth', { scope: 'openid' }, as('shop-web'))).body;
      const approved = await elsewhere.browser.post('/vid/api/sso/device/decide', {
        userCode: device['user_code'],
        accountId: account.id,
        approve: true,
      });
      expect(approved.status).toBe(200);
      await ends[name]?.(browser, account);
      for (const { code, verifier } of pending)
        expect((await redeem(code, verifier)).body['error']).toBe('invalid_grant');
      for (const tokens of [...online, offline]) {
        expect((await refresh(tokens['refresh_token'])).body['error']).toBe('invalid_grant');
        expect(await userinfo(tokens['access_token'])).toBe(401);
      }
      const polled = await callOidc(
        server,
        '/token',
        {
          grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
          device_code: String(device['device_code']),
        },
        as('shop-web'),
      );
      expect([polled.status, polled.body['error']]).toEqual([400, 'invalid_grant']);
    },
  );

  it('P10 issues tokens to the session that survives a password change', async () => {
    const account = await createAccount(server);
    const { browser } = await signedIn(server, { accountId: account.id });
    await tokensFor(browser);
    await ends['a change of the password']?.(browser, account);
    const tokens = await tokensFor(browser);
    expect(await userinfo(tokens['access_token'])).toBe(200);
    expect((await refresh(tokens['refresh_token'])).status).toBe(200);
  });

  it('S4 extends a session that only applications use', async () => {
    const { sql } = server.deps;
    const { browser, accountId, sessionId } = await signedIn(server);
    const seen = async () => {
      const [row] = await sql<{ age: number; left: number }[]>`
        select extract(epoch from now() - last_seen_at)::int as age, extract(epoch from idle_expires_at - now())::int as left
        from sessions where id = ${sessionId}`;
      return [(row?.age ?? 0) < 60, (row?.left ?? 0) > 3_600];
    };
    const leave = (seconds: number) =>
      sql`update sessions set last_seen_at = now() - make_interval(secs => ${seconds}),
        idle_expires_at = now() + interval '1 hour' where id = ${sessionId}`;
    const authorize = () => browser.visit(authorizationPath({ clientId: 'shop-web', redirectUri: callback }));
    const tokens = await tokensFor(browser);
    const uses = [authorize, () => userinfo(tokens['access_token'])];
    for (const use of uses) {
      await leave(200);
      await use();
      expect(await seen()).toEqual([false, false]);
      await leave(400);
      await use();
      expect(await seen()).toEqual([true, true]);
    }
    // Requests from an application's server do not show that the administrator is present.
    await sql`update accounts set role = 'admin' where id = ${accountId}`;
    await sql`update sessions set amr = '{pwd,otp,sms,mfa}' where account_id = ${accountId}`;
    await leave(400);
    expect(await userinfo(tokens['access_token'])).toBe(200);
    expect(await seen()).toEqual([false, false]);
  });

  it('keeps an offline token valid after a logout', async () => {
    const { browser } = await signedIn(server);
    const offline = await offlineTokens(browser);
    await browser.post('/vid/ajax/auth/logout', {});
    expect((await refresh(offline['refresh_token'])).status).toBe(200);
  });

  it('K1 ends the offline tokens of a session that is ended in another session', async () => {
    const { browser, accountId, sessionId } = await signedIn(server);
    const { browser: owner } = await signedIn(server, { accountId });
    const [ended, kept] = [await offlineTokens(browser), await offlineTokens(owner)];
    const answer = await owner.fetch(`/vid/api/sessions/${sessionId}`, { method: 'DELETE' });
    expect(answer.status).toBe(200);
    expect((await refresh(ended['refresh_token'])).body['error']).toBe('invalid_grant');
    expect((await refresh(kept['refresh_token'])).status).toBe(200);
  });

  it('K1 P9 ends the offline tokens of a session at its tenth wrong password', async () => {
    const account = await createAccount(server);
    const { browser, sessionId } = await signedIn(server, { accountId: account.id });
    const { browser: other } = await signedIn(server, { accountId: account.id });
    const [ended, kept] = [await offlineTokens(browser), await offlineTokens(other)];
    const counter = {
      key: `password-change:${sessionId}`,
      windowSeconds: 366 * 86_400,
      limit: 10,
      points: 9,
    };
    await server.deps.counters.hit([counter]);
    const last = await browser.post('/vid/ajax/auth/reauthenticate', { password: otherPassword });
    expect([last.status, last.body['message']]).toEqual([401, 'TOKEN_INVALID']);
    expect((await refresh(ended['refresh_token'])).body['error']).toBe('invalid_grant');
    expect((await refresh(kept['refresh_token'])).status).toBe(200);
  });
});
