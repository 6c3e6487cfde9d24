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
  saltBytes: 256,
} as const;
