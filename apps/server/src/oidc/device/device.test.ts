import { checkCharacterOf, digits } from '#lib/text/typed-code.ts';
import {
  callOidc,
  signedIn,
  startSsoServer,
  textAt,
  type SsoBrowser,
  type SsoServer,
} from '@vid/testkit/sso';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
const limit = 3;

const lookUp = (browser: SsoBrowser, userCode: string) =>
  browser.post('/vid/api/sso/device/lookup', { userCode });
const decide = (browser: SsoBrowser, accountId: string, userCode: string, approve = true) =>
  browser.post('/vid/api/sso/device/decide', { userCode, accountId, approve });
const readMetadata = async (address: string): Promise<unknown> => {
  const answer = await fetch(address);
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  return answer.json();
};

const unknownCode = `000-000-000${checkCharacterOf('000000000', digits)}`;

describe('the device flow', () => {
  let server: SsoServer;
  let secret: string;
  beforeAll(async () => {
    server = await startSsoServer(inject('cluster'), {
      environment: { VID_LIMIT_DEVICE_CODE_ACCOUNT_HOUR: String(limit) },
    });
    const { applications } = server.deps;
    await applications.add({ code: 'shop', name: 'Sàn', isFirstParty: true });
    const add = (clientId: string, kind: 'web' | 'spa' | 'native', redirectUris: string[]) =>
      applications.addClient('shop', { clientId, kind, redirectUris });
    secret = (await add('shop-web', 'web', ['https://app.example.vn/cb'])).secret ?? '';
    await add('shop-spa', 'spa', ['https://app.example.vn/cb']);
    await add('shop-tv', 'native', ['http://127.0.0.1/cb']);
  });
  afterAll(() => server.close());

  const begin = async (): Promise<{ deviceCode: string; userCode: string }> => {
    const { body } = await callOidc(server, '/device/auth', { client_id: 'shop-tv', scope: 'openid' });
    return { deviceCode: textAt(body, 'device_code'), userCode: textAt(body, 'user_code') };
  };
  const poll = (deviceCode: string) =>
    callOidc(server, '/token', { grant_type: deviceGrant, client_id: 'shop-tv', device_code: deviceCode });
  it('counts only wrong codes against its limit', async () => {
    const { browser, accountId } = await signedIn(server);
    for (let device = 0; device < limit + 1; device += 1) {
      const { userCode } = await begin();
      expect((await lookUp(browser, userCode)).status).toBe(200);
      expect((await decide(browser, accountId, userCode)).status).toBe(200);
    }
    const wrong = [
      await lookUp(browser, unknownCode),
      await decide(browser, accountId, unknownCode),
      await decide(browser, accountId, unknownCode, false),
    ];
    expect(wrong.map(({ status, body }) => [status, body['message']])).toEqual(
      wrong.map(() => [400, 'DEVICE_CODE_INVALID']),
    );
    const { userCode } = await begin();
    for (const refused of [await lookUp(browser, userCode), await decide(browser, accountId, userCode)]) {
      expect([refused.status, refused.body['message']]).toEqual([429, 'DEVICE_CODE_RATE']);
      expect(refused.body['error']).toMatch(/^Bạn đã nhập sai mã thiết bị quá nhiều lần\./u);
    }
    const answer = await browser.fetch('/vid/api/sso/device/lookup', {
      method: 'POST',
      body: JSON.stringify({ userCode }),
      headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(3_600);
    expect(textAt(await answer.json(), 'error')).toMatch(/^Too many incorrect device codes\./u);
    expect((await lookUp((await signedIn(server)).browser, userCode)).status).toBe(200);
  });

  it('A8 approves a device only for the account that the screen showed', async () => {
    const { sql } = server.deps;
    const { deviceCode, userCode } = await begin();
    const { browser, accountId: shown } = await signedIn(server);
    const found = await lookUp(browser, userCode);
    expect(textAt(found.body, 'data', 'account', 'id')).toBe(shown);
    // Another account is now signed in, as after a sign-in in another tab.
    const { browser: later, accountId: other } = await signedIn(server);
    const refused = await decide(later, shown, userCode);
    expect([refused.status, refused.body['message']]).toEqual([403, 'CONSENT_REQUIRED']);
    expect(await sql`select from application_consents where account_id = ${other}`).toHaveLength(0);
    expect((await poll(deviceCode)).body['error']).toBe('authorization_pending');
    expect((await decide(later, other, userCode)).status).toBe(200);
  });

  it('A8 records the consent to a third-party application', async () => {
    const { applications, sql } = server.deps;
    await applications.add({ code: 'fair', name: 'Chợ', isFirstParty: false });
    await applications.addClient('fair', {
      clientId: 'fair-tv',
      kind: 'native',
      redirectUris: ['http://127.0.0.1/cb'],
    });
    const { body } = await callOidc(server, '/device/auth', { client_id: 'fair-tv', scope: 'openid' });
    const { browser, accountId } = await signedIn(server);
    expect((await decide(browser, accountId, textAt(body, 'user_code'))).status).toBe(200);
    expect(await sql`select from application_consents where account_id = ${accountId}`).toHaveLength(1);
  });

  it('K1 Q3 X1 reports an approval, but not a denial, to the member', async () => {
    const { sql, background } = server.deps;
    const { browser, accountId } = await signedIn(server);
    await sql`
      insert into consents (account_id, purpose, notice_version, method, address, agreed_at)
      values (${accountId}, 'terms', '1', 'test', '', now() - interval '25 hours')`;
    const { userCode } = await begin();
    expect((await decide(browser, accountId, userCode, false)).status).toBe(200);
    expect((await decide(browser, accountId, (await begin()).userCode)).status).toBe(200);
    await background.idle();
    const links = sql`
      select kind, address <> '' as has_address from notice_links
      where account_id = ${accountId} and kind = 'device-approved'`;
    expect(await links).toEqual([{ kind: 'device-approved', hasAddress: true }]);
    const messages = sql`select distinct status from deliveries where type = 'device-approved'`;
    expect(await messages).toEqual([{ status: 'sent' }]);
    const reminders = sql`
      select count from due_notices where account_id = ${accountId} and kind = 'signed-in-yesterday'`;
    expect(await reminders).toEqual([{ count: 1 }]);
    const events = sql`
      select details from audit_events where account_id = ${accountId} and kind = 'device.approved'`;
    expect(await events).toEqual([{ details: { application: 'shop', clientId: 'shop-tv' } }]);
  });

  it.each([
    ['openid', true],
    ['openid offline_access', null],
  ])('binds device tokens to the session unless the scope is offline: %s', async (scope, isBound) => {
    const { body } = await callOidc(server, '/device/auth', { client_id: 'shop-tv', scope });
    const { browser, accountId } = await signedIn(server);
    expect((await decide(browser, accountId, textAt(body, 'user_code'))).status).toBe(200);
    const codes = await server.deps.sql`
      select payload -> 'expiresWithSession' as is_bound, account_id, session_id like 'ses_%' as has_session,
        grant_id = payload ->> 'grantId' as has_grant
      from oidc_device_codes where payload ->> 'accountId' = ${accountId}`;
    expect(codes).toEqual([{ isBound, accountId, hasSession: true, hasGrant: true }]);
  });

  it.each([true, false])(
    'accepts only one of two decisions at the same time (approval: %s)',
    async (approve) => {
      const { sql } = server.deps;
      const { deviceCode, userCode } = await begin();
      const people = [await signedIn(server), await signedIn(server)];
      const { decisions } = await sql.begin(async (tx) => {
        await tx`select from oidc_device_codes for update`;
        const started = people.map(({ browser, accountId }) => decide(browser, accountId, userCode, approve));
        // Wait until both decisions have found the code and wait for its row.
        await waitForLockWaits(server, 2);
        return { decisions: started };
      });
      const answers = await Promise.all(decisions);
      const outcomes = answers.map(({ body }) => body['message'] ?? 'decided');
      expect(new Set(outcomes)).toEqual(new Set(['DEVICE_CODE_INVALID', 'decided']));
      expect((await poll(deviceCode)).status).toBe(approve ? 200 : 400);
    },
  );

  it('A8 refuses an approval from an outdated page, but accepts a denial', async () => {
    const { deviceCode, userCode } = await begin();
    const { browser } = await signedIn(server);
    const decideUnnamed = (approve: boolean) =>
      browser.post('/vid/api/sso/device/decide', { userCode, approve });
    const refused = await decideUnnamed(true);
    expect([refused.status, refused.body['message']]).toEqual([409, 'PAGE_OUTDATED']);
    expect(refused.body['error']).toBe('Trang này đã cũ. Vui lòng tải lại trang và thử lại.');
    expect((await poll(deviceCode)).body['error']).toBe('authorization_pending');
    expect((await decideUnnamed(false)).status).toBe(200);
    await server.deps.sql`update oidc_device_codes set polled_at = null`;
    expect((await poll(deviceCode)).body['error']).toBe('access_denied');
  });

  it('refuses an expired code at the lookup, the approval and the denial', async () => {
    const { browser, accountId } = await signedIn(server);
    const { userCode } = await begin();
    await server.deps.sql`update oidc_device_codes set expires_at = now()`;
    const answers = [
      await lookUp(browser, userCode),
      await decide(browser, accountId, userCode),
      await decide(browser, accountId, userCode, false),
    ];
    expect(answers.map(({ body }) => body['message'])).toEqual(answers.map(() => 'DEVICE_CODE_INVALID'));
  });

  it.each([{ sub: { value: 'acc_1' } }, { acr: { essential: true, value: 'urn:vid:acr:otp' } }])(
    'lets no device request the account or the sign-in method: %j',
    async (idToken) => {
      const claims = JSON.stringify({ id_token: idToken });
      const asked = { client_id: 'shop-tv', scope: 'openid', claims };
      const { status, body } = await callOidc(server, '/device/auth', asked);
      expect([status, body['error']]).toEqual([400, 'invalid_request']);
    },
  );

  it('does not count a mistyped code as an attempt', async () => {
    const { browser } = await signedIn(server);
    const { userCode } = await begin();
    expect(userCode).toMatch(/^\d{3}-\d{3}-\d{4}$/u);
    const mistyped = userCode.replace(/^\d/u, (digit) => String((Number(digit) + 1) % 10));
    for (let count = 0; count <= limit; count += 1)
      expect((await lookUp(browser, mistyped)).body['message']).toBe('DEVICE_CODE_INVALID');
    for (const typed of [
      userCode.replaceAll('-', ' '),
      userCode.replaceAll('-', '\u2013'),
      `\uFEFF${userCode}`,
    ])
      expect((await lookUp(browser, typed)).status).toBe(200);
  });

  it('checks no more parallel guesses than the limit allows', async () => {
    const { browser } = await signedIn(server);
    const answers = await Promise.all(Array.from({ length: 20 }, () => lookUp(browser, unknownCode)));
    const counted = answers.filter(({ body }) => body['message'] === 'DEVICE_CODE_INVALID');
    expect([counted.length, answers.filter(({ status }) => status === 429).length]).toEqual([limit, 17]);
  });

  it('returns slow_down to a device that polls too fast (RFC 8628)', async () => {
    const { sql } = server.deps;
    const { deviceCode, userCode } = await begin();
    const pollAfter = async (seconds: number) => {
      await sql`update oidc_device_codes set polled_at = polled_at - make_interval(secs => ${seconds}::int)`;
      const { status, body } = await poll(deviceCode);
      return [status, body['error']];
    };
    expect(await pollAfter(0)).toEqual([400, 'authorization_pending']);
    // A poll may be up to a second early, because network delays vary.
    expect(await pollAfter(4)).toEqual([400, 'authorization_pending']);
    expect(await pollAfter(3)).toEqual([400, 'slow_down']);
    expect(await pollAfter(5)).toEqual([400, 'slow_down']);
    expect(await pollAfter(15)).toEqual([400, 'authorization_pending']);
    const { browser, accountId } = await signedIn(server);
    expect((await decide(browser, accountId, userCode)).status).toBe(200);
    expect((await poll(deviceCode)).status).toBe(200);
  });

  it('gives a device code for ten minutes', async () => {
    const { body } = await callOidc(server, '/device/auth', { client_id: 'shop-tv', scope: 'openid' });
    expect(body['expires_in']).toBe(600);
  });

  it('keeps the tokens of a device that polls twice at the same time', async () => {
    const { sql } = server.deps;
    const { deviceCode, userCode } = await begin();
    const { browser, accountId } = await signedIn(server);
    expect((await decide(browser, accountId, userCode)).status).toBe(200);
    const twin = await server.twin();
    const asked = { grant_type: deviceGrant, client_id: 'shop-tv', device_code: deviceCode };
    const headers = {
      host: new URL(server.origin).host,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const payload = new URLSearchParams(asked).toString();
    const pollAt = async ({ app }: Pick<SsoServer, 'app'>) =>
      app.inject({ method: 'POST', url: '/vid/oidc/token', headers, payload });
    const { polls } = await sql.begin(async (tx) => {
      await tx`select from oidc_device_codes for update`;
      const started = [pollAt(server), pollAt(twin)];
      // Wait until both polls have found the code unused.
      await waitForLockWaits(server, 2);
      return { polls: started };
    });
    const answers = await Promise.all(polls);
    const given = answers.find(({ statusCode }) => statusCode === 200);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 400]));
    const authorization = `Bearer ${textAt(given?.json(), 'access_token')}`;
    expect((await fetch(`${server.issuer}/me`, { headers: { authorization } })).status).toBe(200);
  });

  it('accepts only one of several polls at the same time', async () => {
    const { deviceCode } = await begin();
    const answers = await Promise.all(Array.from({ length: 5 }, () => poll(deviceCode)));
    const named = (error: string) => answers.filter(({ body }) => body['error'] === error).length;
    expect([named('authorization_pending'), named('slow_down')]).toEqual([1, 4]);
  });

  it.each(['/device/auth', '/token', '/token/introspection', '/token/revocation', '/request'])(
    'I7 responds to a GET of %s with 405',
    async (path) => {
      for (const method of ['GET', 'HEAD']) {
        const answer = await fetch(server.issuer + path, { method });
        expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
      }
      const preflight = await fetch(server.issuer + path, {
        method: 'OPTIONS',
        headers: { origin: 'https://app.example.vn', 'access-control-request-method': 'POST' },
      });
      expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
        204,
        'POST',
      ]);
    },
  );

  it.each([
    ['/token', { grant_type: 'client_credentials' }, 'shop-web'],
    ['/token', { grant_type: deviceGrant, device_code: 'x' }, 'shop-spa'],
    ['/device/auth', { scope: 'openid' }, 'shop-spa'],
  ] as const)('returns unauthorized_client from %s for %j of %s', async (path, parameters, client) => {
    const { status, body } = await (client === 'shop-web'
      ? callOidc(server, path, parameters, { client, secret })
      : callOidc(server, path, { ...parameters, client_id: client }));
    expect([status, body['error']]).toEqual([400, 'unauthorized_client']);
  });

  it('is announced at the metadata URLs of RFC 8414 and OpenID Connect', async () => {
    const metadata = await readMetadata(`${server.origin}/.well-known/oauth-authorization-server/vid/oidc`);
    expect(metadata).toEqual(await readMetadata(`${server.issuer}/.well-known/openid-configuration`));
    expect(metadata).toMatchObject({
      issuer: server.issuer,
      device_authorization_endpoint: `${server.issuer}/device/auth`,
      response_modes_supported: ['query', 'fragment'],
      dpop_signing_alg_values_supported: ['ES256', 'Ed25519', 'EdDSA'],
    });
    // Keys that sign from the same time are ordered by their random ids.
    expect(new Set(Object(metadata)['id_token_signing_alg_values_supported'])).toEqual(
      new Set(['ES256', 'RS256']),
    );
    expect((await fetch(`${server.origin}/.well-known/oauth-authorization-server`)).status).toBe(404);
  });
});
