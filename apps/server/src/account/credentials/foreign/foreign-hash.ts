export const digests = ['sha1', 'sha256', 'sha512'] as const;
export type Digest = (typeof digests)[number];
export const digestBytes: Readonly<Record<Digest, number>> = { sha1: 20, sha256: 32, sha512: 64 };

/** A password hash of another system. Salts and outputs are base64. */
export type ForeignHash =
  | { readonly kind: 'argon2'; readonly phc: string }
  | { readonly kind: 'bcrypt'; readonly text: string }
  | {
      readonly kind: 'scrypt';
      readonly n: number;
      readonly r: number;
      readonly p: number;
      readonly salt: string;
      readonly output: string;
    }
  | {
      readonly kind: 'pbkdf2';
      readonly digest: Digest;
      readonly iterations: number;
      readonly salt: string;
      readonly output: string;
    }
  | {
      readonly kind: 'sha';
      readonly digest: Digest;
      /** The order of salt and password in the hashed text: salt + password, or password + salt. */
      readonly position: SaltPosition;
      readonly salt: string;
      readonly output: string;
    }
  /** Portable hashes of phpass, which WordPress before 6.8 and phpBB write. */
  | { readonly kind: 'phpass'; readonly text: string }
  /** WordPress since 6.8: bcrypt of an HMAC of the password. */
  | { readonly kind: 'wordpress'; readonly text: string }
  | {
      readonly kind: 'firebase';
      readonly memoryCost: number;
      readonly rounds: number;
      readonly salt: string;
      readonly saltSeparator: string;
      readonly signerKey: string;
      readonly output: string;
    };
export type SaltPosition = 'before' | 'after';

/**
 * The highest accepted costs. A hash is verified whenever its owner signs in, so an import must not be able to exhaust
 * the memory or the processor. The defaults of Django, Laravel, Werkzeug and passlib are lower.
 */
export const foreignLimits = {
  argon2: { memoryKib: 131_072, iterations: 10, parallelism: 16 },
  bcrypt: { minCost: 4, maxCost: 13 },
  /** `blocks` is N·r·p. */
  scrypt: { memoryBytes: 134_217_728, blocks: 2_097_152 },
  pbkdf2: { iterations: 2_000_000 },
  /** The base-2 logarithms of the number of MD5 rounds; WordPress uses 13. */
  phpass: { minCost: 7, maxCost: 15 },
  saltBytes: 256,
} as const;

export const phpassAlphabet = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
