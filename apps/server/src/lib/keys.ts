import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

/** Derives one key per purpose from the master key (HKDF, RFC 5869). */
export function createKeys(masterKey: Uint8Array) {
  // Cache key objects, because Node takes four times as long with raw bytes.
  const cache = new Map<string, KeyObject>();
  const keyFor = (purpose: string): KeyObject => {
    const cached = cache.get(purpose);
    if (cached) return cached;
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, 'vid', purpose, 32)));
    if (cache.size < 64) cache.set(purpose, key);
    return key;
  };
  return {
    derive: (purpose: string): Buffer => keyFor(purpose).export(),
    // Convert from a string, because `hash` takes three times as long to return a buffer, and every request
    // hashes a secret.
    hashSecret: (secret: string): Buffer => Buffer.from(hash('sha256', secret, 'binary'), 'binary'),
    /**
     * Returns a keyed hash of a guessable value, such as a code, a captcha answer or a phone in a counter
     * key.
     */
    pepper: (purpose: string, value: string): Buffer =>
      createHmac('sha256', keyFor(`pepper:${purpose}`))
        .update(value)
        .digest(),
    /** Encrypts with AES-256-GCM. Returns version, nonce, tag and ciphertext in one buffer. */
    seal(purpose: string, plaintext: string): Buffer {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', keyFor(`seal:${purpose}`), nonce);
      const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.from([1]), nonce, cipher.getAuthTag(), body]);
    },
    /** Decrypts a sealed value. Throws if it was altered or sealed for another purpose. */
    open(purpose: string, sealed: Uint8Array): string {
      const bytes = Buffer.from(sealed);
      if (bytes[0] !== 1 || bytes.length < 29) throw new Error('not a sealed value');
      const decipher = createDecipheriv('aes-256-gcm', keyFor(`seal:${purpose}`), bytes.subarray(1, 13));
      decipher.setAuthTag(bytes.subarray(13, 29));
      return Buffer.concat([decipher.update(bytes.subarray(29)), decipher.final()]).toString('utf8');
    },
  };
}

export type Keys = ReturnType<typeof createKeys>;
