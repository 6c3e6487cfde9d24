import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkClientKeys } from './client-keys.ts';

const pair = async (alg: string): Promise<{ open: JWK; hidden: JWK }> => {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { open: await exportJWK(publicKey), hidden: await exportJWK(privateKey) };
};
let ec: { open: JWK; hidden: JWK };
let rsa: { open: JWK; hidden: JWK };
let okp: { open: JWK; hidden: JWK };

beforeAll(async () => {
  [ec, rsa, okp] = await Promise.all([pair('ES256'), pair('RS256'), pair('Ed25519')]);
});

const problemOf = async (...keys: readonly unknown[]) => {
  const verdict = await checkClientKeys({ keys });
  return 'problem' in verdict ? verdict.problem : undefined;
};

describe('client public keys', () => {
  it('are accepted for every algorithm of an assertion', async () => {
    const keys = [
      { ...ec.open, alg: 'ES256', use: 'sig', kid: 'one' },
      { ...ec.open, key_ops: ['verify'] },
      { ...rsa.open, alg: 'RS256' },
      { ...rsa.open, alg: 'PS256' },
      rsa.open,
      { ...okp.open, alg: 'EdDSA' },
      { ...okp.open, alg: 'Ed25519' },
      okp.open,
    ];
    expect(await checkClientKeys({ keys, owner: 'shop' })).toEqual({ jwks: { keys } });
  });

  it.each([undefined, null, [], 'keys', {}, { keys: [] }, { keys: {} }, { keys: 'x' }])(
    'are refused if the set is %j',
    async (set) => {
      expect(await checkClientKeys(set)).toEqual({ problem: 'no-set' });
    },
  );

  it('are refused if they contain a private or symmetric part', async () => {
    for (const { hidden } of [ec, rsa, okp]) expect(await problemOf(hidden)).toBe('private');
    for (const member of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'])
      expect([member, await problemOf({ ...rsa.open, [member]: 'AQAB' })]).toEqual([member, 'private']);
    expect(await problemOf({ kty: 'oct' })).toBe('private');
  });

  it('are refused if they cannot verify an assertion', async () => {
    const { open: p384 } = await pair('ES384');
    const { open: short } = await (async () => {
      const made = await crypto.subtle.generateKey(
        {
          name: 'RSASSA-PKCS1-v1_5',
          hash: 'SHA-256',
          modulusLength: 1024,
          publicExponent: Uint8Array.of(1, 0, 1),
        },
        true,
        ['sign', 'verify'],
      );
      return { open: await exportJWK(made.publicKey) };
    })();
    const table: readonly [unknown, string][] = [
      [{ kty: 'EC' }, 'kind'],
      [{}, 'kind'],
      [{ ...ec.open, alg: 'RS256' }, 'kind'],
      [{ ...rsa.open, alg: 'RS512' }, 'kind'],
      [{ ...rsa.open, alg: 'RSA-OAEP' }, 'kind'],
      [p384, 'kind'],
      [{ ...okp.open, crv: 'X25519' }, 'kind'],
      [{ ...ec.open, use: 'enc' }, 'use'],
      [{ ...ec.open, key_ops: ['sign'] }, 'use'],
      [{ ...ec.open, key_ops: 'verify' }, 'use'],
      [{ kty: 'EC', crv: 'P-256' }, 'broken'],
      [{ ...ec.open, y: ec.open.x }, 'broken'],
      [{ kty: 'RSA', e: 'AQAB' }, 'broken'],
      [{ ...okp.open, x: 'AA' }, 'broken'],
      [{ ...ec.open, kid: 7 }, 'broken'],
      [{ ...ec.open, alg: null }, 'broken'],
      [{ ...ec.open, x5c: 'MII' }, 'broken'],
      [{ ...ec.open, x5c: [''] }, 'broken'],
      [{ ...ec.open, x5c: [7] }, 'broken'],
      [{ ...ec.open, kid: '' }, 'broken'],
      [{ ...ec.open, use: 1 }, 'broken'],
      [null, 'broken'],
      ['key', 'broken'],
      [short, 'short'],
    ];
    for (const [key, problem] of table) expect([key, await problemOf(key)]).toEqual([key, problem]);
  });

  it('are refused with an error that names the private key’s position', async () => {
    expect(await checkClientKeys({ keys: [ec.open, ec.hidden] })).toEqual({ problem: 'private', at: 2 });
  });
});
