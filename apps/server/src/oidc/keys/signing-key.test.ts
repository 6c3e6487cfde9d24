import { randomBytes } from 'node:crypto';
import { compactVerify, exportJWK, generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import { SigningKey } from './signing-key.ts';

async function make(alg: 'ES256' | 'RS256') {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const key = new SigningKey({ ...(await exportJWK(privateKey)), kid: 'one', alg });
  return { key, publicKey };
}

const encode = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');

describe('a signing key', () => {
  it.each(['ES256', 'RS256'] as const)(
    'of type %s makes verifiable signatures of the standard length',
    async (alg) => {
      const { key, publicKey } = await make(alg);
      // Make so many ES256 signatures that some numbers begin with a zero byte, which the signature must
      // preserve.
      const signed = await Promise.all(
        Array.from({ length: alg === 'ES256' ? 1_000 : 5 }, async () => {
          const data = `${encode(JSON.stringify({ alg }))}.${encode(randomBytes(40))}`;
          return { data, signature: await key.sign(Buffer.from(data)) };
        }),
      );
      expect(new Set(signed.map(({ signature }) => signature.length))).toEqual(
        new Set([alg === 'ES256' ? 64 : 256]),
      );
      const verified = await Promise.all(
        signed.map(({ data, signature }) => compactVerify(`${data}.${encode(signature)}`, publicKey)),
      );
      expect(verified.every(({ protectedHeader }) => protectedHeader.alg === alg)).toBe(true);
    },
  );

  it('exposes only its public key', async () => {
    const { key, publicKey } = await make('ES256');
    expect(key.keyObject().type).toBe('public');
    expect(key.keyObject().export({ format: 'jwk' })).toEqual(await exportJWK(publicKey));
    expect(Object.keys(key)).toEqual([]);
  });
});
