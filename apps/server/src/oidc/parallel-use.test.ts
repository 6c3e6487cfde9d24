import { randomUUID } from 'node:crypto';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import {
  authorizationPath,
  authorizationRequest,
  callOidc,
  pkce,
  signedIn,
  startSsoServer,
  textAt,
  type SsoServer,
} from '@vid/testkit/sso';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Queryable } from '#database/connection.ts';

const callback = 'https://shop.example.vn/callback';
const uses = 3;

/** In these tests, every use reads the secret as unused before any use writes. */
describe('a one-time secret that is used in parallel', () => {
  let server: SsoServer;
  let keys: CryptoKeyPair;
  let secret = '';
  beforeAll(async () => {
    server = await startSsoServer(inject('cluster'));
    const { applications } = server.deps;
    await applications.add({ code: 'shop', name: 'Sàn', isFirstParty: true });
    keys = await generateKeyPair('ES256', { extractable: true });
    const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
    const { secret: made } = await applications.addClient('shop', {
      clientId: 'shop-machine',
      kind: 'machine',
      redirectUris: [],
    });
    secret = made ?? '';
    await applications.addClient('shop', {
      clientId: 'shop-keys',
      kind: 'machine',
      redirectUris: [],
      authMethod: 'private_key_jwt',
      jwks: { keys: [jwk] },
    });
    await applications.addClient('shop', { clientId: 'shop-spa', kind: 'spa', redirectUris: [callback] });
  });
  afterAll(() => server.close());

  /** Starts uses that all stop before their writes until the last has arrived there. */
  const startTogether = async <T>(
    lock: (tx: Queryable) => Promise<unknown>,
    use: () => Promise<T>,
  ): Promise<T[]> => {
    const { waiting } = await server.deps.sql.begin(async (tx) => {
      await lock(tx);
      const started: Promise<T>[] = [];
      // Start the uses one after another, because uses that arrive together would share a statement.
      for (let count = 1; count <= uses; count += 1) {
        started.push(use());
        await waitForLockWaits(server, count);
      }
      return { waiting: Promise.all(started) };
    });
    return waiting;
  };
  const proof = async () =>
    new SignJWT({ jti: randomUUID(), htm: 'POST', htu: `${server.issuer}/token` })
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk: await exportJWK(keys.publicKey) })
      .setIssuedAt()
      .sign(keys.privateKey);
  const assertion = () =>
    new SignJWT({ jti: randomUUID() })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setIssuer('shop-keys')
      .setSubject('shop-keys')
      .setAudience(server.issuer)
      .setIssuedAt()
      .setExpirationTime('1m')
      .sign(keys.privateKey);

  it.each(['a DPoP proof', 'a client’s assertion'])(
    'R2 is accepted for only one request if it is %s',
    async (name) => {
      const isProof = name === 'a DPoP proof';
      const jwt = isProof ? await proof() : await assertion();
      const use = async () => {
        const { status, body } = await callOidc(
          server,
          '/token',
          {
            grant_type: 'client_credentials',
            ...(isProof
              ? {}
              : {
                  client_id: 'shop-keys',
                  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
                  client_assertion: jwt,
                }),
          },
          isProof ? { client: 'shop-machine', secret, headers: { dpop: jwt } } : {},
        );
        return status === 200 ? body['token_type'] : status;
      };
      const answers = await startTogether((tx) => tx`lock table oidc_replays in share mode`, use);
      const won = answers.filter((answer) => answer === (isProof ? 'DPoP' : 'Bearer'));
      expect([won.length, answers.length]).toEqual([1, uses]);
      expect(answers.filter((answer) => answer === 400 || answer === 401)).toHaveLength(uses - 1);
      expect([400, 401]).toContain(await use());
    },
  );

  const signInTo = async (): Promise<{ code: string; verifier: string; accountId: string }> => {
    const { browser, accountId } = await signedIn(server);
    const { verifier, challenge } = pkce();
    const path = authorizationPath({ clientId: 'shop-spa', redirectUri: callback, challenge });
    const back = await browser.visit(path);
    return { code: back.searchParams.get('code') ?? '', verifier, accountId };
  };
  const redeem = ({ code, verifier }: { code: string; verifier: string }) =>
    callOidc(server, '/token', {
      grant_type: 'authorization_code',
      client_id: 'shop-spa',
      code,
      redirect_uri: callback,
      code_verifier: verifier,
    });
  const refresh = (token: string) =>
    callOidc(server, '/token', { grant_type: 'refresh_token', client_id: 'shop-spa', refresh_token: token });

  // All uses read the secret as unused, so only a failed write reveals the reuse.
  it.each(['redemptions', 'refreshes'])(
    'A3 S7 V4 leaves no valid token after simultaneous %s',
    async (name) => {
      const signIn = await signInTo();
      const isCode = name === 'redemptions';
      const token = isCode ? '' : textAt((await redeem(signIn)).body, 'refresh_token');
      const answers = await startTogether(
        (tx) =>
          isCode
            ? tx`select from oidc_authorization_codes for update`
            : tx`select from oidc_refresh_tokens for update`,
        () => (isCode ? redeem(signIn) : refresh(token)),
      );
      const [winner, ...others] = answers.filter(({ status }) => status === 200);
      expect(others).toEqual([]);
      const authorization = `Bearer ${textAt(winner?.body, 'access_token')}`;
      const me = await fetch(`${server.issuer}/me`, { headers: { authorization } });
      expect([me.status, textAt(await me.json(), 'error')]).toEqual([401, 'invalid_token']);
      expect((await refresh(textAt(winner?.body, 'refresh_token'))).body['error']).toBe('invalid_grant');
      const reuses = await server.deps.sql`
        select actor_id, address, request_id <> '' as has_request, details from audit_events
        where account_id = ${signIn.accountId} and kind = 'sso.token-reused'`;
      expect([...reuses]).toEqual([
        { actorId: null, address: '127.0.0.1', hasRequest: true, details: { clientId: 'shop-spa' } },
      ]);
    },
  );

  it('R2 results in one code if it is a pushed request', async () => {
    const { browser, accountId } = await signedIn(server);
    const { verifier, challenge } = pkce();
    const pushed = await callOidc(
      server,
      '/request',
      authorizationRequest({ clientId: 'shop-spa', redirectUri: callback, challenge }),
    );
    const query = new URLSearchParams({
      client_id: 'shop-spa',
      request_uri: textAt(pushed.body, 'request_uri'),
    });
    const ends = await startTogether(
      (tx) => tx`select from oidc_pushed_requests for update`,
      () => browser.visit(`/vid/oidc/auth?${query.toString()}`),
    );
    const codes = ends.map((end) => end.searchParams.get('code')).filter((code) => code !== null);
    expect(codes).toHaveLength(1);
    const { sql } = server.deps;
    expect(await sql`select 1 from oidc_authorization_codes where account_id = ${accountId}`).toHaveLength(1);
    const redeemed = await callOidc(server, '/token', {
      grant_type: 'authorization_code',
      client_id: 'shop-spa',
      code: codes[0] ?? '',
      redirect_uri: callback,
      code_verifier: verifier,
    });
    expect(redeemed.status).toBe(200);
  });
});
