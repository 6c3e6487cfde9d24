export const digests = ['sha1', 'sha256', 'sha512'] as const;
export type Digest = (typeof digests)[number];
export const digestBytes: Readonly<Record<Digest, number>> = { sha1: 20, sha256: 32, sha512: 64 };

/** Salts and outputs are base64-encoded. */
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
      readonly position: SaltPosition;
      readonly salt: string;
      readonly output: string;
    }
  /** Portable phpass hash, written by phpBB and by WordPress before 6.8. */
  | { readonly kind: 'phpass'; readonly text: string }
  /** bcrypt hash of an HMAC of the password, written by WordPress since 6.8. */
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
 * Limits for imported hashes. A hash above a cost limit is rejected, because verifying it must not exhaust the
 * memory or the processor. The defaults of Django, Laravel and Werkzeug, and those of passlib except for
 * phpass, are below these limits.
 */
export const foreignLimits = {
  argon2: { memoryKib: 131_072, iterations: 10, parallelism: 16 },
  bcrypt: { minCost: 4, maxCost: 13 },
  /** `blocks` is N·r·p. */
  scrypt: { memoryBytes: 134_217_728, blocks: 2_097_152 },
  pbkdf2: { iterations: 2_000_000 },
  /** Base-2 logarithms of the number of MD5 rounds; WordPress uses 13. */
  phpass: { minCost: 7, maxCost: 15 },
  saltBytes: 256,
} as const;

export const phpassAlphabet = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
