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
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const callback = 'https://app.example.vn/cb';
const community = 'openid profile phone email vid broker';
const scopes = community.split(' ');
const targetOf = (code: string) => ({ appCode: code, clientId: `${code}-spa` });

const validate = (browser: SsoBrowser, code: string) =>
  browser.post('/vid/ajax/apps/view/validateRedirectUrls', { ...targetOf(code), redirectUrls: callback });
const requestCode = (browser: SsoBrowser, code: string) =>
  browser.post('/vid/api/auth/code/request', { ...targetOf(code), codeChallenge: pkce().challenge });
const agree = (browser: SsoBrowser, accountId: string, more: Record<string, unknown> = {}) =>
  browser.post('/vid/api/auth/code/consent', { ...targetOf('foreign'), accountId, scopes, ...more });
const authorize = async (browser: SsoBrowser, scope: string): Promise<string | null> => {
  const path = authorizationPath(
    { clientId: 'foreign-spa', redirectUri: callback },
    { scope, prompt: 'none' },
  );
  const end = await browser.visit(path);
  return end.searchParams.has('code') ? 'code' : end.searchParams.get('error');
};

const nothing = { consents: 0, grants: 0, codes: 0 };
const refused = [403, 'CONSENT_REQUIRED', community];
const verdictOf = ({ status, body }: Awaited<ReturnType<typeof requestCode>>) => [
  status,
  body['message'],
  textAt(body, 'details', 'scope'),
];

describe('consent to an application', () => {
  let server: SsoServer;
  beforeAll(async () => {
    server = await startSsoServer(inject('cluster'));
    const { applications } = server.deps;
    for (const code of ['own', 'foreign', 'other']) {
      await applications.add({ code, name: code, isFirstParty: code === 'own' });
      await applications.addClient(code, { clientId: `${code}-spa`, kind: 'spa', redirectUris: [callback] });
    }
  });
  afterAll(() => server.close());

  const rowsOf = async (accountId: string) => {
    const { sql } = server.deps;
    const count = async (table: string) =>
      (await sql`select from ${sql(table)} where account_id = ${accountId}`).length;
    return {
      consents: await count('application_consents'),
      grants: await count('oidc_grants'),
      codes: await count('oidc_authorization_codes'),
    };
  };

  it('A8 is required in both protocols before a third party gets a code', async () => {
    const { browser, accountId } = await signedIn(server);
    expect((await validate(browser, 'foreign')).body['data']).toMatchObject({ scopes, isFirstParty: false });
    for (let time = 0; time < 2; time += 1) {
      expect(verdictOf(await requestCode(browser, 'foreign'))).toEqual(refused);
      expect(await authorize(browser, 'openid')).toBe('consent_required');
    }
    expect(await rowsOf(accountId)).toEqual(nothing);

    expect((await agree(browser, accountId)).body['data']).toBe(true);
    expect((await requestCode(browser, 'foreign')).status).toBe(200);
    expect(await authorize(browser, community)).toBe('code');
    expect(await rowsOf(accountId)).toEqual({ consents: 1, grants: 1, codes: 2 });
  });

  it('A8 is neither required nor recorded for a first-party application', async () => {
    const { browser, accountId } = await signedIn(server);
    expect((await validate(browser, 'own')).body['data']).toMatchObject({ scopes: [], isFirstParty: true });
    expect((await requestCode(browser, 'own')).status).toBe(200);
    expect((await agree(browser, accountId, targetOf('own'))).status).toBe(200);
    expect(await rowsOf(accountId)).toEqual({ consents: 0, grants: 1, codes: 1 });
  });

  it('A8 covers only the scopes that the consent screen has shown', async () => {
    const { browser, accountId } = await signedIn(server);
    const path = authorizationPath(
      { clientId: 'foreign-spa', redirectUri: callback },
      { scope: 'openid profile' },
    );
    await browser.visitAndContinue(path);
    expect(await authorize(browser, 'openid profile')).toBe('code');
    expect(await authorize(browser, 'openid profile phone')).toBe('consent_required');
    await validate(browser, 'foreign');
    expect(verdictOf(await requestCode(browser, 'foreign'))).toEqual(refused);
    for (const shown of [['openid', 'profile'], [...scopes, 'offline_access'], []])
      expect(verdictOf(await agree(browser, accountId, { scopes: shown }))).toEqual(refused);
    expect(verdictOf(await requestCode(browser, 'foreign'))).toEqual(refused);
    await agree(browser, accountId);
    expect((await requestCode(browser, 'foreign')).status).toBe(200);
    // Consenting to fewer scopes does not narrow the earlier consent.
    await browser.visitAndContinue(`${path}&prompt=consent`);
    expect((await requestCode(browser, 'foreign')).status).toBe(200);
  });

  it('A8 is required even if a grant exists', async () => {
    const { browser, accountId } = await signedIn(server);
    await validate(browser, 'foreign');
    await agree(browser, accountId);
    await server.deps.sql`delete from application_consents where account_id = ${accountId}`;
    expect(verdictOf(await requestCode(browser, 'foreign'))).toEqual(refused);
    expect(await authorize(browser, 'openid')).toBe('consent_required');
  });

  it('A8 is required again in another session and for another application', async () => {
    const { browser, accountId } = await signedIn(server);
    await validate(browser, 'foreign');
    await agree(browser, accountId);
    await validate(browser, 'other');
    expect(verdictOf(await requestCode(browser, 'other'))).toEqual(refused);
    const { browser: elsewhere } = await signedIn(server, { accountId });
    await validate(elsewhere, 'foreign');
    expect(verdictOf(await requestCode(elsewhere, 'foreign'))).toEqual(refused);
    expect(await authorize(elsewhere, 'openid')).toBe('consent_required');
    await agree(elsewhere, accountId);
    expect((await requestCode(elsewhere, 'foreign')).status).toBe(200);
  });

  it('is audited again only if it adds scopes', async () => {
    const { browser, accountId } = await signedIn(server);
    const countAudits = async () =>
      (
        await server.deps.sql`
          select from audit_events where account_id = ${accountId} and kind = 'consent.given'`
      ).length;
    await validate(browser, 'foreign');
    for (let time = 0; time < 3; time += 1) expect((await agree(browser, accountId)).status).toBe(200);
    expect(await countAudits()).toBe(1);
    await server.deps.sql`
      update application_consents set scopes = '{openid}' where account_id = ${accountId}`;
    expect((await agree(browser, accountId)).status).toBe(200);
    expect(await countAudits()).toBe(2);
  });

  it('A6 is recorded only for a validated request and the signed-in account', async () => {
    const { browser, accountId } = await signedIn(server);
    const messageOf = async (answer: ReturnType<typeof agree>) => (await answer).body['message'];
    expect(await messageOf(agree(browser, accountId))).toBe('SSO_NOT_READY');
    await validate(browser, 'foreign');
    const { browser: stranger, accountId: strangerId } = await signedIn(server);
    expect(await messageOf(agree(stranger, strangerId))).toBe('SSO_NOT_READY');
    expect(await messageOf(agree(browser, strangerId))).toBe('CONSENT_REQUIRED');
    expect(await messageOf(agree(browser, accountId, { redirectTo: `${callback}/x` }))).toBe(
      'REDIRECT_INVALID',
    );
    expect(await messageOf(agree(browser, accountId, { appCode: 'other' }))).toBe('SSO_FORBIDDEN');
    expect(await messageOf(agree(browser, accountId, targetOf('other')))).toBe('SSO_NOT_READY');
    expect(await messageOf(agree(new SsoBrowser(server.origin), accountId))).toBe('TOKEN_MISSING');
    for (const id of [accountId, strangerId]) expect(await rowsOf(id)).toEqual(nothing);
  });

  it('S5 can be neither given nor withdrawn by another site', async () => {
    const { browser, accountId } = await signedIn(server);
    await validate(browser, 'foreign');
    for (const path of ['/vid/api/auth/code/consent', '/vid/api/sso/consents/withdraw']) {
      const answer = await browser.fetch(path, {
        method: 'POST',
        body: JSON.stringify({ ...targetOf('foreign'), accountId, scopes }),
        headers: {
          'content-type': 'application/json',
          origin: 'https://evil.test',
          'sec-fetch-site': 'cross-site',
        },
      });
      expect([answer.status, Object(await answer.json()).message]).toEqual([403, 'CSRF']);
    }
    expect(await rowsOf(accountId)).toEqual(nothing);
  });

  it('A11 is withdrawn together with the tokens and codes of both sessions', async () => {
    const { browser, accountId } = await signedIn(server);
    const { browser: elsewhere } = await signedIn(server, { accountId });
    const request = { ...targetOf('foreign'), redirectUrl: callback };
    const redeem = ({ code, verifier }: Awaited<ReturnType<typeof communityCode>>) =>
      callOidc(server, '/token', {
        grant_type: 'authorization_code',
        client_id: 'foreign-spa',
        code,
        redirect_uri: callback,
        code_verifier: verifier,
      });
    const userinfo = async (token: string) =>
      (await fetch(`${server.issuer}/me`, { headers: { authorization: `Bearer ${token}` } })).status;
    const tokens = [];
    for (const one of [browser, elsewhere]) {
      await validate(one, 'foreign');
      await agree(one, accountId);
      tokens.push((await redeem(await communityCode(one, request))).body);
    }
    const unused = await communityCode(browser, request);
    for (const body of tokens) expect(await userinfo(textAt(body, 'access_token'))).toBe(200);
    const list = async () => {
      const answer = await browser.fetch('/vid/api/sso/consents');
      return Object(await answer.json()).data;
    };
    expect(await list()).toMatchObject([
      { application: { code: 'foreign' }, scopes: scopes.toSorted(), agreedAt: expect.any(String) },
    ]);

    const withdraw = (appCode: string) => browser.post('/vid/api/sso/consents/withdraw', { appCode });
    for (let time = 0; time < 2; time += 1) expect((await withdraw('foreign')).body['data']).toBe(true);
    for (const body of tokens) {
      expect(await userinfo(textAt(body, 'access_token'))).toBe(401);
      const refreshed = await callOidc(server, '/token', {
        grant_type: 'refresh_token',
        client_id: 'foreign-spa',
        refresh_token: textAt(body, 'refresh_token'),
      });
      expect([refreshed.status, refreshed.body['error']]).toEqual([400, 'invalid_grant']);
    }
    expect((await redeem(unused)).body['error']).toBe('invalid_grant');
    expect(await list()).toEqual([]);
    for (const one of [browser, elsewhere]) {
      expect(verdictOf(await requestCode(one, 'foreign'))).toEqual(refused);
      expect(await authorize(one, 'openid')).toBe('consent_required');
    }
    const events = await server.deps.sql<{ kind: string; application: string }[]>`
      select kind, details ->> 'application' as application from audit_events
      where account_id = ${accountId} and kind like 'consent.%' order by id`;
    expect(events.map(({ kind, application }) => `${kind} ${application}`)).toEqual([
      'consent.given foreign',
      'consent.withdrawn foreign',
    ]);
    expect((await withdraw('unknown')).body['message']).toBe('NOT_FOUND');
    await agree(browser, accountId);
    expect((await redeem(await communityCode(browser, request))).status).toBe(200);
  });

  it('V5 is not needed for first-party access, which can be withdrawn', async () => {
    const { browser, accountId } = await signedIn(server);
    const { accountId: other } = await signedIn(server);
    const request = { ...targetOf('own'), redirectUrl: callback };
    const list = async () => Object(await (await browser.fetch('/vid/api/sso/consents')).json()).data;
    const redeem = async () => {
      const { code, verifier } = await communityCode(browser, request);
      return callOidc(server, '/token', {
        grant_type: 'authorization_code',
        client_id: 'own-spa',
        code,
        redirect_uri: callback,
        code_verifier: verifier,
      });
    };
    const before = Date.now();
    const { body } = await redeem();
    const [use] = await list();
    expect(use).toMatchObject({ application: { code: 'own' }, scopes: scopes.toSorted(), agreedAt: null });
    for (const at of [use.firstUsedAt, use.lastUsedAt])
      expect(Math.abs(Date.parse(at) - before)).toBeLessThan(60_000);

    // Tokens issued within an hour of the last recorded use write nothing; later tokens update its time.
    const { sql } = server.deps;
    await redeem();
    expect(await list()).toEqual([use]);
    await sql`
      update application_uses set last_used_at = now() - interval '61 minutes', first_used_at = '2026-01-01'
      where account_id = ${accountId}`;
    await redeem();
    expect(await list()).toMatchObject([{ firstUsedAt: '2026-01-01T00:00:00.000Z' }]);
    expect(Date.parse((await list())[0].lastUsedAt)).toBeGreaterThan(before - 60_000);

    await sql`
      insert into application_uses (account_id, application_id, scopes)
      select ${other}, application_id, scopes from application_uses where account_id = ${accountId}`;
    const withdrawn = await browser.post('/vid/api/sso/consents/withdraw', { appCode: 'own' });
    expect(withdrawn.body['data']).toBe(true);
    const me = await fetch(`${server.issuer}/me`, {
      headers: { authorization: `Bearer ${textAt(body, 'access_token')}` },
    });
    expect(me.status).toBe(401);
    expect(await list()).toEqual([]);
    expect(await sql`select from application_uses where account_id = ${other}`).toHaveLength(1);
  });
});
