import { createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK } from 'jose';
import { ExternalSigningKey } from 'oidc-provider';

const signInPool = promisify<string, Uint8Array, KeyObject, Buffer>(sign);

/**
 * A private key that the library signs with and never sees. An ES256 signature takes less time than handing it to
 * another thread and back would; an RS256 one takes tens of times as long, and is handed over.
 */
export class SigningKey extends ExternalSigningKey {
  readonly #jwk: JWK;
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;

  /** @param jwk a private key for ES256 or RS256, with `kid` and `alg` */
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

  /** RFC 7518 sections 3.3 and 3.4. */
  override sign(data: Uint8Array): Promise<Uint8Array> | Uint8Array {
    return this.#jwk.alg === 'ES256'
      ? concatenate(sign('sha256', data, this.#privateKey))
      : signInPool('sha256', data, this.#privateKey);
  }
}

/** Bytes of each of the two numbers of an ES256 signature. */
const width = 32;

/**
 * The two numbers of a signature one after the other (RFC 7518 section 3.4), from `SEQUENCE { r INTEGER, s INTEGER }`
 * (RFC 3279 section 2.2.3). Node does it too (`dsaEncoding`), and takes as long for it as for the signature.
 */
function concatenate(der: Buffer): Buffer {
  const signature = Buffer.alloc(2 * width);
  let at = 2;
  for (const end of [width, 2 * width]) {
    const start = at + 2;
    const next = start + der.readUInt8(at + 1);
    // A number whose first bit is set has a zero before it; small ones are shorter.
    der.copy(signature, Math.max(end - (next - start), end - width), Math.max(start, next - width), next);
    at = next;
  }
  return signature;
}
