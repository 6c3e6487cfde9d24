import { randomUUID } from 'node:crypto';
import { callOidc, startSsoServer, type SsoServer } from '@vid/testkit/sso';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const secondsFromNow = (seconds: number): number => Date.now() / 1_000 + seconds;

describe('client assertions', () => {
  let server: SsoServer;
  let privateKey: CryptoKey;
  beforeAll(async () => {
    server = await startSsoServer(inject('cluster'));
    const keys = await generateKeyPair('ES256', { extractable: true });
    privateKey = keys.privateKey;
    const jwks = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }] };
    await server.deps.applications.add({ code: 'shop', name: 'Sàn' });
    await server.deps.applications.addClient('shop', {
      clientId: 'shop-keys',
      kind: 'machine',
      redirectUris: [],
      authMethod: 'private_key_jwt',
      jwks,
    });
  });
  afterAll(() => server.close());

  const sign = (claims: JWTPayload): Promise<string> =>
    new SignJWT({
      iss: 'shop-keys',
      sub: 'shop-keys',
      aud: server.issuer,
      jti: randomUUID(),
      exp: Math.floor(secondsFromNow(60)),
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .sign(privateKey);
  const use = async (assertion: string): Promise<readonly [number, unknown]> => {
    const { status, body } = await callOidc(server, '/token', {
      grant_type: 'client_credentials',
      client_id: 'shop-keys',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    });
    return [status, body['error']];
  };

  // A NumericDate may have a fraction (RFC 7519 section 2).
  it.each([
    ['with a fraction of a second', () => secondsFromNow(60.5)],
    ['almost 10 minutes ahead', () => Math.floor(secondsFromNow(590))],
  ])('are accepted once if their expiry is %s', async (_name, expiry) => {
    const assertion = await sign({ exp: expiry() });
    expect([await use(assertion), await use(assertion)]).toEqual([
      [200, undefined],
      [401, 'invalid_client'],
    ]);
  });

  it.each([
    ['more than 10 minutes ahead', () => secondsFromNow(620)],
    ['in the next century', () => Date.UTC(2_126, 0) / 1_000],
    ['beyond every date', () => Number.MAX_SAFE_INTEGER],
    ['beyond every number', () => 1e300],
    ['in the past', () => secondsFromNow(-60)],
  ])('are refused and not stored if their expiry is %s', async (_name, expiry) => {
    const { sql } = server.deps;
    await sql`delete from oidc_replays`;
    expect(await use(await sign({ exp: expiry() }))).toEqual([401, 'invalid_client']);
    expect(await sql`select 1 from oidc_replays`).toHaveLength(0);
  });

  it('are accepted for the issuer, the token endpoint or both', async () => {
    const own = [server.issuer, `${server.issuer}/token`];
    for (const aud of [...own, own, [server.issuer]])
      expect(await use(await sign({ aud }))).toEqual([200, undefined]);
  });

  it('are refused if their audience is empty or includes another server', async () => {
    for (const aud of [[server.issuer, 'https://other.example/token'], 'https://other.example/token', []])
      expect(await use(await sign({ aud }))).toEqual([401, 'invalid_client']);
  });
});
