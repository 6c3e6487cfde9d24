import { createHash, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { verify as verifyArgon2 } from '@node-rs/argon2';
import type { ForeignHash } from './foreign-hash.ts';

const derivePbkdf2 = promisify(pbkdf2);

/** Whether a password (in NFC) has the hash. Expensive kinds run in the thread pool. */
export async function verifyForeignHash(hash: ForeignHash, password: string): Promise<boolean> {
  switch (hash.kind) {
    case 'argon2':
      return verifyArgon2(hash.phc, password);
    case 'bcrypt': {
      // The library is loaded on use, because every command loads this file.
      const { verify: verifyBcrypt } = await import('@node-rs/bcrypt');
      // The prefixes 2a and 2y mean the same as 2b for the text of a password in UTF-8 without NUL.
      return verifyBcrypt(password, hash.text.replace(/^\$2[ay]/u, '$2b'));
    }
    case 'scrypt':
      return isEqual(hash.output, (length) => deriveScrypt(hash, password, length));
    case 'pbkdf2':
      return isEqual(hash.output, (length) =>
        derivePbkdf2(password, Buffer.from(hash.salt, 'base64'), hash.iterations, length, hash.digest),
      );
    case 'sha':
      return isEqual(hash.output, async () => digestSalted(hash, password));
    default:
      return hash satisfies never;
  }
}

function digestSalted(
  { digest, salt, position }: Extract<ForeignHash, { kind: 'sha' }>,
  password: string,
): Buffer {
  const [before, text] = [Buffer.from(salt, 'base64'), Buffer.from(password, 'utf8')];
  const parts = position === 'before' ? [before, text] : [text, before];
  return createHash(digest).update(Buffer.concat(parts)).digest();
}

async function isEqual(expected: string, derive: (length: number) => Promise<Buffer>): Promise<boolean> {
  const output = Buffer.from(expected, 'base64');
  return timingSafeEqual(await derive(output.length), output);
}

function deriveScrypt(
  { n, r, p, salt }: Extract<ForeignHash, { kind: 'scrypt' }>,
  password: string,
  length: number,
): Promise<Buffer> {
  // Node refuses to use more memory than `maxmem` and counts the memory slightly differently, so leave a margin.
  const options = { N: n, r, p, maxmem: 256 * n * r + 1_048_576 };
  return new Promise((resolve, reject) => {
    scrypt(password, Buffer.from(salt, 'base64'), length, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
