import { exportJWK, generateKeyPair, type JWK } from 'jose';
import * as openid from 'openid-client';
import {
  callOidc,
  communityCode,
  pkce,
  signedIn,
  startSsoServer,
  textAt,
  type SsoServer,
} from '@vid/testkit/sso';
import type { NewClient } from '#applications/clients/client.service.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const callback = 'https://shop.example.vn/callback';
const insecure = { execute: [openid.allowInsecureRequests] };

const request = async (verifier: string) => ({
  redirect_uri: callback,
  scope: 'openid',
  code_challenge: await openid.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
});

describe('the provider, with openid-client', () => {
  let server: SsoServer;
  let keys: CryptoKeyPair;
  const secrets = new Map<string, string>();
  beforeAll(async () => {
    server = await startSsoServer(inject('cluster'));
    const { applications } = server.deps;
    await applications.add({ code: 'shop', name: 'Sàn', isFirstParty: true });
    keys = await generateKeyPair('ES256', { extractable: true });
    const jwk: JWK = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
    const clients: NewClient[] = [
      { clientId: 'shop-web', kind: 'web', redirectUris: [callback] },
      { clientId: 'shop-machine', kind: 'machine', redirectUris: [], authMethod: 'client_secret_post' },
      {
        clientId: 'shop-keys',
        kind: 'web',
        redirectUris: [callback],
        authMethod: 'private_key_jwt',
        jwks: { keys: [{ ...jwk }] },
      },
    ];
    for (const client of clients) {
      const made = await applications.addClient('shop', client);
      secrets.set(made.clientId, made.secret ?? '');
    }
    await applications.add({ code: 'bank', name: 'Ngân hàng', isFirstParty: true, access: 'restricted' });
    for (const kind of ['web', 'native'] as const) {
      const made = await applications.addClient('bank', {
        clientId: `bank-${kind}`,
        kind,
        redirectUris: [callback],
      });
      secrets.set(made.clientId, made.secret ?? '');
    }
  });
  afterAll(() => server.close());

  const discover = (clientId: string, method?: openid.ClientAuth) =>
    openid.discovery(new URL(server.issuer), clientId, secrets.get(clientId), method, insecure);
  it('accepts a pushed authorization request only once', async () => {
    const config = await discover('shop-web');
    const { browser } = await signedIn(server);
    const verifier = openid.randomPKCECodeVerifier();
    const address = await openid.buildAuthorizationUrlWithPAR(config, await request(verifier));
    const back = await browser.visit(address.href);
    const tokens = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier });
    expect(tokens.access_token).toEqual(expect.any(String));
    expect((await browser.visit(address.href)).searchParams.get('code')).toBeNull();
  });

  it('binds tokens to a key by DPoP, and stores used proofs', async () => {
    const config = await discover('shop-web');
    const { browser, accountId } = await signedIn(server);
    const dpop = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair('ES256'));
    const verifier = openid.randomPKCECodeVerifier();
    const back = await browser.visit(openid.buildAuthorizationUrl(config, await request(verifier)).href);
    const tokens = await openid.authorizationCodeGrant(
      config,
      back,
      { pkceCodeVerifier: verifier },
      undefined,
      {
        DPoP: dpop,
      },
    );
    expect(tokens.token_type).toBe('dpop');
    const me = await openid.fetchUserInfo(config, tokens.access_token, accountId, { DPoP: dpop });
    expect(me.sub).toBe(accountId);
    const stolen = await fetch(`${server.issuer}/me`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(stolen.status).toBe(401);
    const [row] = await server.deps.sql`select count(*)::int as n from oidc_replays`;
    expect(row?.['n']).toBeGreaterThan(0);
  });

  it('supports private_key_jwt, and rejects a request without an assertion', async () => {
    const config = await discover('shop-keys', openid.PrivateKeyJwt({ key: keys.privateKey, kid: 'one' }));
    const { browser, accountId } = await signedIn(server);
    const verifier = openid.randomPKCECodeVerifier();
    const back = await browser.visit(openid.buildAuthorizationUrl(config, await request(verifier)).href);
    const tokens = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier });
    expect(tokens.claims()?.sub).toBe(accountId);
    const unproven = await callOidc(server, '/token', {
      grant_type: 'authorization_code',
      client_id: 'shop-keys',
      code: 'x',
      redirect_uri: callback,
    });
    expect([unproven.status, unproven.body['error']]).toEqual([401, 'invalid_client']);
  });

  it('supports client credentials, introspection and revocation', async () => {
    const config = await discover('shop-machine', openid.ClientSecretPost(secrets.get('shop-machine') ?? ''));
    const tokens = await openid.clientCredentialsGrant(config);
    const web = await discover('shop-web');
    expect(await openid.tokenIntrospection(web, tokens.access_token)).toMatchObject({
      active: true,
      client_id: 'shop-machine',
    });
    await openid.tokenRevocation(config, tokens.access_token);
    expect(await openid.tokenIntrospection(web, tokens.access_token)).toEqual({ active: false });
    const unproven = { client_id: 'shop-machine', client_secret: 'wrong' };
    for (const [path, body] of [
      ['/token', { grant_type: 'client_credentials' }],
      ['/token/revocation', { token: tokens.access_token }],
      ['/token/introspection', { token: tokens.access_token }],
      ['/request', { response_type: 'code', scope: 'openid', redirect_uri: callback }],
    ] as const) {
      const wrong = await callOidc(server, path, { ...body, ...unproven }, {});
      expect([path, wrong.status, wrong.body['error']]).toEqual([path, 401, 'invalid_client']);
    }
  });

  it('lets a client revoke only its own tokens', async () => {
    const { browser, accountId } = await signedIn(server);
    const shop = { client: 'shop-web', secret: secrets.get('shop-web') ?? '' };
    const { code, verifier } = await communityCode(browser, {
      appCode: 'shop',
      clientId: 'shop-web',
      redirectUrl: callback,
    });
    const { body: tokens } = await callOidc(
      server,
      '/token',
      { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier },
      shop,
    );
    const userinfo = async (token: string) => {
      const answer = await fetch(`${server.issuer}/me`, { headers: { authorization: `Bearer ${token}` } });
      return [answer.status, textAt(await answer.json(), 'sub')];
    };
    const access = textAt(tokens, 'access_token');
    const refresh = textAt(tokens, 'refresh_token');
    for (const token of [access, refresh]) {
      // The response does not reveal whether another client's token is valid (RFC 7009 section 2.2).
      const bank = { client: 'bank-web', secret: secrets.get('bank-web') ?? '' };
      expect((await callOidc(server, '/token/revocation', { token }, bank)).status).toBe(200);
      const native = { token, client_id: 'bank-native' };
      expect((await callOidc(server, '/token/revocation', native)).status).toBe(200);
      expect(await userinfo(access)).toEqual([200, accountId]);
    }
    const refreshed = await callOidc(
      server,
      '/token',
      { grant_type: 'refresh_token', refresh_token: refresh },
      shop,
    );
    expect(refreshed.status).toBe(200);
    const fresh = textAt(refreshed.body, 'access_token');
    const revoked = await callOidc(server, '/token/revocation', { token: fresh }, shop);
    expect([revoked.status, revoked.headers.get('content-type')]).toEqual([200, null]);
    expect((await userinfo(fresh))[0]).toBe(401);
  });

  it('accepts both client secrets during a rotation', async () => {
    const fresh = await server.deps.applications.rotateSecret('shop-machine');
    for (const secret of [fresh, secrets.get('shop-machine') ?? '']) {
      const { status } = await callOidc(server, '/token', {
        grant_type: 'client_credentials',
        client_id: 'shop-machine',
        client_secret: secret,
      });
      expect(status).toBe(200);
    }
  });

  it('rejects a device request for a sign-in method or an account', async () => {
    for (const wish of [
      { acr: { essential: true, value: 'urn:vid:acr:password' } },
      { sub: { value: 'acc_x' } },
    ]) {
      const { status, body } = await callOidc(
        server,
        '/device/auth',
        { scope: 'openid', claims: JSON.stringify({ id_token: wish }) },
        { client: 'shop-web', secret: secrets.get('shop-web') ?? '' },
      );
      expect([status, body['error']]).toEqual([400, 'invalid_request']);
    }
  });

  it.each(['approved', 'denied'])('gives a device tokens only if approved: %s', async (decision) => {
    const approve = decision === 'approved';
    const config = await discover('shop-web');
    const begun = await openid.initiateDeviceAuthorization(config, { scope: 'openid profile' });
    expect(begun.verification_uri_complete).toContain('/vid/oidc/device?user_code=');
    const { browser, accountId } = await signedIn(server);
    const page = await browser.visit(begun.verification_uri_complete ?? '');
    expect(page.pathname).toBe('/vid/web/device');
    const userCode = ` ${(page.searchParams.get('user_code') ?? '').toLowerCase()} `;
    const known = await browser.post('/vid/api/sso/device/lookup', { userCode });
    expect(known.body['data']).toMatchObject({
      application: { code: 'shop' },
      account: { id: accountId },
      scopes: ['openid', 'profile'],
    });
    const poll = () =>
      callOidc(
        server,
        '/token',
        { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: begun.device_code },
        { client: 'shop-web', secret: secrets.get('shop-web') ?? '' },
      );
    expect((await poll()).body['error']).toBe('authorization_pending');
    expect(
      (await browser.post('/vid/api/sso/device/decide', { userCode, accountId, approve })).body['data'],
    ).toEqual({
      approved: approve,
    });
    const again = await browser.post('/vid/api/sso/device/decide', { userCode, accountId, approve: true });
    expect(again.body['message']).toBe('DEVICE_CODE_INVALID');
    const answer = await poll();
    expect([answer.status, answer.body['error']]).toEqual(
      approve ? [200, undefined] : [400, 'access_denied'],
    );
    const me = approve
      ? (await openid.fetchUserInfo(config, textAt(answer.body, 'access_token'), accountId)).sub
      : accountId;
    expect(me).toBe(accountId);
    expect((await poll()).status).toBe(400);
    if (!approve) return;
    await browser.post('/vid/ajax/auth/logout', {});
    await expect(
      openid.fetchUserInfo(config, textAt(answer.body, 'access_token'), accountId),
    ).rejects.toThrow(/invalid_token|unauthorized|WWW-Authenticate|unexpected|401/iu);
    const refreshed = await callOidc(
      server,
      '/token',
      { grant_type: 'refresh_token', refresh_token: textAt(answer.body, 'refresh_token') },
      { client: 'shop-web', secret: secrets.get('shop-web') ?? '' },
    );
    expect([refreshed.status, refreshed.body['error']]).toEqual([400, 'invalid_grant']);
  });

  it('A6 rejects a device approval without permission for the restricted application', async () => {
    const client = { client: 'bank-web', secret: secrets.get('bank-web') ?? '' };
    const begun = (await callOidc(server, '/device/auth', { scope: 'openid' }, client)).body;
    const { browser, accountId } = await signedIn(server);
    const approve = () =>
      browser.post('/vid/api/sso/device/decide', { userCode: begun['user_code'], accountId, approve: true });
    const poll = () =>
      callOidc(
        server,
        '/token',
        {
          grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
          device_code: textAt(begun, 'device_code'),
        },
        client,
      );
    const refused = await approve();
    expect([refused.status, refused.body['message']]).toEqual([403, 'SSO_FORBIDDEN']);
    expect((await poll()).body['error']).toBe('authorization_pending');
    await server.deps.applications.grant('bank', accountId, 'member');
    expect((await approve()).body['data']).toEqual({ approved: true });
    expect((await poll()).status).toBe(200);
  });

  it('returns token errors in JSON, even to a client that accepts HTML', async () => {
    const client = {
      client: 'shop-web',
      secret: secrets.get('shop-web') ?? '',
      headers: { accept: 'text/html' },
    };
    const { verifier } = pkce();
    const good = {
      grant_type: 'authorization_code',
      code: 'x',
      redirect_uri: callback,
      code_verifier: verifier,
    };
    for (const name of ['grant_type', 'code', 'redirect_uri'] as const) {
      const { [name]: value, ...missing } = good;
      const twice = `${new URLSearchParams(good).toString()}&${name}=${value}`;
      for (const parameters of [missing, { ...good, [name]: '' }, twice]) {
        const { status, body } = await callOidc(server, '/token', parameters, client);
        expect([status, typeof body['error']]).toEqual([400, 'string']);
      }
    }
    const json = await callOidc(server, '/token', '{}', { headers: { 'content-type': 'application/json' } });
    expect(json.body['error']).toBe('invalid_request');
    const huge = await callOidc(server, '/token', { ...good, code: 'x'.repeat(60_000) }, client);
    expect(huge.status).toBeGreaterThanOrEqual(400);
    expect(huge.status).toBeLessThan(500);
  });

  it('publishes new keys before signing, and keeps old keys for verification', async () => {
    const { signingKeys } = server.deps;
    const kids = async () => (await signingKeys.load()).jwks.keys.map(({ kid, alg }) => `${alg}:${kid}`);
    const before = await kids();
    await signingKeys.rotate();
    const audited = await server.deps.sql`
      select actor_id, address, request_id from audit_events where kind = 'signing-keys.rotated'`;
    expect([...audited]).toEqual([{ actorId: null, address: 'local', requestId: 'operator' }]);
    const after = await kids();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after).toHaveLength(before.length + 2);
    // New keys sign only after every process and client has had time to read them.
    expect(
      await server.deps.sql`
      select bool_and(signs_from between now() + interval '90 seconds' and now() + interval '120 seconds') as is_soon
      from signing_keys where signs_from > now()`,
    ).toEqual([{ isSoon: true }]);
    await server.deps.sql`update signing_keys set signs_from = now() where signs_from > now()`;
    const due = await kids();
    expect(before).not.toContain(due[0]);
    expect(due).toEqual(expect.arrayContaining(before));
    // Signatures of the first keys still verify, even after another rotation nine minutes later.
    await server.deps.sql`update signing_keys set signs_from = signs_from - interval '9 minutes'`;
    await signingKeys.rotate();
    expect(await kids()).toEqual(expect.arrayContaining(before));
    await server.deps
      .sql`update signing_keys set signs_from = signs_from - interval '2 minutes' where signs_from <= now()`;
    await signingKeys.rotate();
    const later = await kids();
    expect(before.filter((kid) => later.includes(kid))).toEqual([]);
    expect(due.filter((kid) => !before.includes(kid) && !later.includes(kid))).toEqual([]);
  });
});
