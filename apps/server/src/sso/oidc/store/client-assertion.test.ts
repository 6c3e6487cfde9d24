import { randomUUID } from 'node:crypto';
import { callOidc, startSsoServer, type SsoServer } from '@vid/testkit/sso';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

describe('expiry of a client’s assertion', () => {
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

  // RFC 7519 section 2: a NumericDate may have a fraction.
  it.each([
    ['with a fraction of a second', () => Date.now() / 1_000 + 60.5],
    ['in the next century', () => Date.UTC(2_126, 0) / 1_000],
  ])('may be %s, and the assertion is still accepted once', async (_name, expiry) => {
    const assertion = await new SignJWT({
      iss: 'shop-keys',
      sub: 'shop-keys',
      aud: server.issuer,
      jti: randomUUID(),
      exp: expiry(),
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .sign(privateKey);
    const use = async () => {
      const { status } = await callOidc(server, '/token', {
        grant_type: 'client_credentials',
        client_id: 'shop-keys',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
      });
      return status;
    };
    expect([await use(), await use()]).toEqual([200, 401]);
  });
});
