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
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { createGrantRepo, endReusedGrant, mergeScopes } from './grants.ts';

const callback = 'https://shop.example.vn/callback';
const tabs = 6;

const address = (client: string, challenge: string, scope = 'openid') =>
  authorizationPath({ clientId: client, redirectUri: callback, challenge }, { scope });
const visit = async (browser: SsoBrowser, client: string, scope?: string) => {
  const { verifier, challenge } = pkce();
  const end = await browser.visitAndContinue(address(client, challenge, scope));
  return { code: end.searchParams.get('code') ?? '', verifier };
};

describe('mergeScopes', () => {
  it.each([
    ['openid', 'openid profile', 'openid profile'],
    ['openid phone', 'profile openid', 'openid phone profile'],
    ['', 'openid', 'openid'],
  ])('adds to %j the missing scopes of %j', (before, added, merged) => {
    expect(mergeScopes(before, added)).toBe(merged);
  });
});

describe('the grant of a session for a client', () => {
  let server: SsoServer;
  beforeAll(async () => {
    server = await startSsoServer(inject('cluster'));
    const { applications } = server.deps;
    for (const code of ['shop', 'bank', 'other']) {
      await applications.add({ code, name: code, isFirstParty: code !== 'other' });
      await applications.addClient(code, { clientId: `${code}-spa`, kind: 'spa', redirectUris: [callback] });
    }
  });
  afterAll(() => server.close());

  const redeem = (client: string, code: string, verifier: string) =>
    callOidc(server, '/token', {
      grant_type: 'authorization_code',
      client_id: client,
      code,
      redirect_uri: callback,
      code_verifier: verifier,
    });
  const grantsOf = async (accountId: string): Promise<string[]> => {
    const rows = await server.deps.sql<{ scope: string }[]>`
      select payload #>> '{openid,scope}' as scope from oidc_grants where account_id = ${accountId}`;
    return rows.map(({ scope }) => scope.split(' ').toSorted().join(' '));
  };
  const memoryOf = async (sessionId: string): Promise<unknown> => {
    const [row] = await server.deps
      .sql`select authorizations, state from oidc_sessions where session_id = ${sessionId}`;
    return row;
  };

  it.each(['shop-spa', 'other-spa'])(
    'is created once when parallel first visits get valid codes for %s',
    async (client) => {
      const { browser, accountId } = await signedIn(server);
      const codes = await Promise.all(Array.from({ length: tabs }, () => visit(browser, client)));
      for (const { code, verifier } of codes) expect((await redeem(client, code, verifier)).status).toBe(200);
      expect(await grantsOf(accountId)).toEqual(['openid']);
    },
  );

  it('contains all scopes of parallel requests', async () => {
    const { browser, accountId } = await signedIn(server);
    const scopes = ['openid', 'openid profile', 'openid phone', 'openid email', 'openid vid'];
    const codes = await Promise.all(scopes.map((scope) => visit(browser, 'shop-spa', scope)));
    const granted = [];
    for (const { code, verifier } of codes)
      granted.push((await redeem('shop-spa', code, verifier)).body['scope']);
    expect(granted).toEqual(scopes);
    expect(await grantsOf(accountId)).toEqual(['email openid phone profile vid']);
  });

  it('gains the scopes of a sign-on with the community’s protocol', async () => {
    const { browser, accountId } = await signedIn(server);
    const before = await visit(browser, 'shop-spa');
    const request = { appCode: 'shop', clientId: 'shop-spa', redirectUrl: callback };
    const { code, verifier } = await communityCode(browser, request);
    const { body } = await redeem('shop-spa', code, verifier);
    expect(textAt(body, 'scope').split(' ').toSorted()).toEqual([
      'broker',
      'email',
      'openid',
      'phone',
      'profile',
      'vid',
    ]);
    const me = await fetch(`${server.issuer}/me`, {
      headers: { authorization: `Bearer ${textAt(body, 'access_token')}` },
    });
    expect(await me.json()).toMatchObject({ sub: accountId, phone_number_verified: true });
    // The grant did not change, so the earlier code stays valid.
    expect((await redeem('shop-spa', before.code, before.verifier)).status).toBe(200);
    expect(await grantsOf(accountId)).toHaveLength(1);
  });

  it('is replaced after its deletion, and keeps its sid', async () => {
    const { browser, accountId, sessionId } = await signedIn(server);
    await visit(browser, 'shop-spa');
    const sid = async () => textAt(await memoryOf(sessionId), 'authorizations', 'shop-spa', 'sid');
    const before = await sid();
    expect(before).not.toBe('');
    await server.deps.sql`delete from oidc_grants where account_id = ${accountId}`;
    const codes = await Promise.all(Array.from({ length: tabs }, () => visit(browser, 'shop-spa')));
    for (const { code, verifier } of codes)
      expect((await redeem('shop-spa', code, verifier)).status).toBe(200);
    expect(await sid()).toBe(before);
  });

  it('is kept for 31 days', async () => {
    const { browser, accountId } = await signedIn(server);
    await visit(browser, 'shop-spa');
    const rows = await server.deps.sql`
      select round(extract(epoch from expires_at - now()) / 86400)::int as days from oidc_grants
      where account_id = ${accountId}`;
    expect(rows).toEqual([{ days: 31 }]);
  });

  it('is no longer used in its last day', async () => {
    const { sql } = server.deps;
    const { browser, accountId, sessionId } = await signedIn(server);
    await visit(browser, 'shop-spa');
    const repo = createGrantRepo(sql, sql);
    const wanted = { sessionId, accountId, clientId: 'shop-spa', scope: 'openid' };
    for (const [left, isLive] of [
      ['24 hours 5 minutes', true],
      ['24 hours', false],
    ] as const) {
      await sql`update oidc_grants set expires_at = now() + ${left}::interval where account_id = ${accountId}`;
      expect([left, (await repo.find(wanted)) !== undefined]).toEqual([left, isLive]);
      expect(await repo.widen(wanted)).toMatchObject({ isLive });
    }
  });

  it('ends with its tokens after a reuse', async () => {
    const { sql, audit } = server.deps;
    const { browser, accountId, sessionId } = await signedIn(server);
    const { code, verifier } = await visit(browser, 'shop-spa');
    expect((await redeem('shop-spa', code, verifier)).status).toBe(200);
    const countsOf = () =>
      Promise.all(
        ['oidc_grants', 'oidc_access_tokens', 'oidc_refresh_tokens'].map(
          async (table) => (await sql`select from ${sql(table)} where account_id = ${accountId}`).count,
        ),
      );
    expect(await countsOf()).toEqual([1, 1, 1]);
    const grantId = textAt(await memoryOf(sessionId), 'authorizations', 'shop-spa', 'grantId');
    await endReusedGrant(sql, audit, grantId, {
      clientId: 'shop-spa',
      caller: { address: '127.0.0.1', requestId: 'test' },
    });
    expect(await countsOf()).toEqual([0, 0, 0]);
  });

  it('changes only the entry of its client', async () => {
    const { sql } = server.deps;
    const { browser, sessionId } = await signedIn(server);
    await visit(browser, 'bank-spa');
    const { waiting } = await sql.begin(async (tx) => {
      await tx`select from sessions where id = ${sessionId} for update`;
      const started = visit(browser, 'shop-spa');
      // Wait until the visit has read the session and waits for its row.
      await waitForLockWaits(server, 1);
      // Another tab renews the bank's grant, and an application begins a logout.
      await tx`
        update oidc_sessions set state = '{"secret":"s"}', authorizations = '{"bank-spa":{"grantId":"renewed","sid":"name"}}'
        where session_id = ${sessionId}`;
      return { waiting: started };
    });
    await waiting;
    expect(await memoryOf(sessionId)).toEqual({
      authorizations: {
        'bank-spa': { grantId: 'renewed', sid: 'name' },
        'shop-spa': { grantId: expect.any(String), sid: expect.any(String) },
      },
      state: { secret: 's' },
    });
  });
});
