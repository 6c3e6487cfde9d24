import { hash } from 'node:crypto';
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose';

/** Allowed clock skew between a proof and this server. */
export const proofWindowSeconds = 60;
export const proofAlgorithms = ['ES256', 'Ed25519', 'EdDSA'];

type Expected = {
  readonly method: string;
  readonly url: string;
  readonly token: string;
  readonly keyThumbprint: string;
};

/**
 * Returns the `jti` of a valid proof of possession (RFC 9449 section 4.3); undefined for an invalid proof. The
 * caller must check that the proof is not reused.
 */
export async function checkProof(proof: string, expected: Expected): Promise<string | undefined> {
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      algorithms: proofAlgorithms,
      typ: 'dpop+jwt',
    });
    const { jti, iat, htm, htu, ath } = payload;
    const isFresh = iat !== undefined && Math.abs(Date.now() / 1_000 - iat) <= proofWindowSeconds;
    const key = protectedHeader.jwk;
    const isForCall =
      htm === expected.method &&
      typeof htu === 'string' &&
      withoutQuery(htu) === expected.url &&
      ath === hash('sha256', expected.token, 'base64url');
    if (!isFresh || !isForCall || !jti || !key) return undefined;
    return (await calculateJwkThumbprint(key)) === expected.keyThumbprint ? jti : undefined;
  } catch {
    return undefined;
  }
}

function withoutQuery(address: string): string | undefined {
  const url = URL.parse(address);
  return url ? url.origin + url.pathname : undefined;
}
