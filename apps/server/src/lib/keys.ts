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

/** Random bytes from which the keys of all purposes are derived. The id is part of every sealed value. */
export type DataKey = { readonly id: number; readonly bytes: Uint8Array };

const version = 1;
const headLength = 2;
const nonceLength = 12;
const tagLength = 16;
const bodyStart = headLength + nonceLength + tagLength;

/**
 * Derives one key per purpose from each data key (HKDF, RFC 5869). The first data key is used for new values;
 * the others open older values. If `dataKeys` is empty, `use` must supply the data keys first.
 */
export function createKeys(dataKeys: readonly DataKey[] = []) {
  let ring: readonly Derivation[] = dataKeys.map(createDerivation);
  const current = (): Derivation => {
    const [first] = ring;
    if (!first) throw new Error('the data keys are not loaded');
    return first;
  };
  const withId = (id: number | undefined): Derivation => {
    const found = ring.find((derivation) => derivation.id === id);
    if (!found) throw new Error('sealed with an unknown data key');
    return found;
  };
  return {
    use(next: readonly DataKey[]): void {
      ring = next.map(createDerivation);
    },
    derive: (purpose: string): Buffer => current().keyFor(purpose).export(),
    /**
     * Returns the key of a purpose for each data key, the current one first, to check hashes made with an
     * earlier one.
     */
    deriveAll: (purpose: string): readonly Buffer[] => ring.map((key) => key.keyFor(purpose).export()),
    // Convert from a string, because `hash` takes three times as long to return a buffer, and the lookup of a
    // session hashes its token.
    hashSecret: (secret: string): Buffer => Buffer.from(hash('sha256', secret, 'binary'), 'binary'),
    /**
     * Returns a keyed hash of a guessable value, such as a code, a captcha answer or a phone in a counter
     * key.
     */
    pepper: (purpose: string, value: string | Uint8Array): Buffer =>
      createHmac('sha256', current().keyFor(`pepper:${purpose}`))
        .update(value)
        .digest(),
    /**
     * Encrypts with AES-256-GCM. Returns version, id of the data key, nonce, tag and ciphertext in one
     * buffer.
     */
    seal(purpose: string, plaintext: string): Buffer {
      const key = current();
      const head = Buffer.from([version, key.id]);
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', key.keyFor(`seal:${purpose}`), nonce);
      const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
      return Buffer.concat([head, nonce, cipher.getAuthTag(), body]);
    },
    /** Decrypts a sealed value. Throws if it was altered, or sealed for another purpose or with an unknown data key. */
    open(purpose: string, sealed: Uint8Array): string {
      const bytes = Buffer.from(sealed);
      if (bytes[0] !== version || bytes.length < bodyStart) throw new Error('not a sealed value');
      const key = withId(bytes[1]);
      const nonce = bytes.subarray(headLength, headLength + nonceLength);
      const decipher = createDecipheriv('aes-256-gcm', key.keyFor(`seal:${purpose}`), nonce);
      decipher.setAuthTag(bytes.subarray(headLength + nonceLength, bodyStart));
      return Buffer.concat([decipher.update(bytes.subarray(bodyStart)), decipher.final()]).toString('utf8');
    },
  };
}

export type Keys = ReturnType<typeof createKeys>;

function createDerivation({ id, bytes }: DataKey) {
  // Cache key objects, because deriving a key takes longer than an HMAC, and an HMAC with raw bytes takes
  // four times as long.
  const cache = new Map<string, KeyObject>();
  return {
    id,
    keyFor(purpose: string): KeyObject {
      const cached = cache.get(purpose);
      if (cached) return cached;
      const key = createSecretKey(Buffer.from(hkdfSync('sha256', bytes, 'vid', purpose, 32)));
      if (cache.size < 64) cache.set(purpose, key);
      return key;
    },
  };
}

type Derivation = ReturnType<typeof createDerivation>;
