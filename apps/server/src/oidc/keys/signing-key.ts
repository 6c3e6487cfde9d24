import {
  createPrivateKey,
  createPublicKey,
  sign,
  type KeyObject,
  type SignKeyObjectInput,
} from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK } from 'jose';
import { ExternalSigningKey } from 'oidc-provider';

const signInThreadPool = promisify<string, Uint8Array, SignKeyObjectInput, Buffer>(sign);

/**
 * A private key that signs for oidc-provider without exposing itself. ES256 signs on the main thread, because
 * switching threads would take longer. RS256 takes many times as long and uses the thread pool.
 */
export class SigningKey extends ExternalSigningKey {
  readonly #jwk: JWK;
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;

  /** @param jwk private key for ES256 or RS256, with `kid` and `alg` */
  constructor(jwk: JWK) {
    super();
    this.#jwk = jwk;
    this.#privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
    this.#publicKey = createPublicKey(this.#privateKey);
  }

  override get kid(): string | undefined {
    return this.#jwk.kid;
  }

  override get alg(): string | undefined {
    return this.#jwk.alg;
  }

  override keyObject(): KeyObject {
    return this.#publicKey;
  }

  /** Returns a JWS signature (RFC 7518 sections 3.3 and 3.4); for ES256, the concatenation of R and S. */
  override sign(data: Uint8Array): Promise<Uint8Array> | Uint8Array {
    const key = { key: this.#privateKey, dsaEncoding: 'ieee-p1363' } as const;
    return this.#jwk.alg === 'ES256' ? sign('sha256', data, key) : signInThreadPool('sha256', data, key);
  }
}
