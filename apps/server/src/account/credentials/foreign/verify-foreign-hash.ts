import {
  createCipheriv,
  createHash,
  createHmac,
  hash as digestOf,
  pbkdf2,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { verify as verifyArgon2 } from '@node-rs/argon2';
import { phpassAlphabet, type ForeignHash } from './foreign-hash.ts';

const derivePbkdf2 = promisify(pbkdf2);

/** Returns whether a password, which must be in NFC, matches a hash. */
export async function verifyForeignHash(hash: ForeignHash, password: string): Promise<boolean> {
  switch (hash.kind) {
    case 'argon2':
      return verifyArgon2(hash.phc, password);
    case 'bcrypt':
      return verifyBcrypt(password, hash.text);
    case 'wordpress': {
      const hmac = createHmac('sha384', 'wp-sha384').update(trimLikePhp(password)).digest('base64');
      return verifyBcrypt(hmac, hash.text.slice('$wp'.length));
    }
    case 'phpass':
      return verifyPhpass(hash.text, trimLikePhp(password));
    case 'firebase': {
      const { memoryCost, rounds, salt, saltSeparator, signerKey } = hash;
      const salts = Buffer.concat([Buffer.from(salt, 'base64'), Buffer.from(saltSeparator, 'base64')]);
      const key = await deriveScrypt({ n: 2 ** memoryCost, r: rounds, p: 1, salt: salts }, password, 32);
      const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
      return isEqual(hash.output, async () => cipher.update(Buffer.from(signerKey, 'base64')));
    }
    case 'scrypt':
      return isEqual(hash.output, (length) =>
        deriveScrypt({ ...hash, salt: Buffer.from(hash.salt, 'base64') }, password, length),
      );
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
  const derived = await derive(output.length);
  return derived.length === output.length && timingSafeEqual(derived, output);
}

async function verifyBcrypt(password: string, text: string): Promise<boolean> {
  // Load the library on use, because CLI commands import this file too.
  const { verify } = await import('@node-rs/bcrypt');
  // The prefixes 2a and 2y are equivalent to 2b for UTF-8 passwords without NUL.
  return verify(password, text.replace(/^\$2[ay]/u, '$2b'));
}

/** Trims a password like PHP's `trim`, which WordPress applies before hashing. */
function trimLikePhp(password: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters of PHP’s `trim`
  return password.replace(/^[ \t\n\r\0\u000B]+|[ \t\n\r\0\u000B]+$/gu, '');
}

/** Number of MD5 rounds after which the event loop gets a turn. */
const phpassSlice = 1_024;

async function verifyPhpass(text: string, password: string): Promise<boolean> {
  const rounds = 2 ** phpassAlphabet.indexOf(text[3] ?? '');
  const bytes = Buffer.from(password, 'utf8');
  let digest = digestOf('md5', Buffer.concat([Buffer.from(text.slice(4, 12)), bytes]), 'buffer');
  for (let round = 0; round < rounds; round += 1) {
    digest = digestOf('md5', Buffer.concat([digest, bytes]), 'buffer');
    // oxlint-disable-next-line no-await-in-loop -- each round needs the digest before it
    if (round % phpassSlice === 0) await setImmediate();
  }
  return timingSafeEqual(Buffer.from(encodePhpass(digest)), Buffer.from(text.slice(12)));
}

/** Encodes phpass base64, which unlike standard base64 takes its digits from the low bits first. */
function encodePhpass(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const group = bytes.subarray(at, at + 3);
    const value = group.reduce((total, byte, index) => total + byte * 256 ** index, 0);
    for (let digit = 0; digit <= group.length; digit += 1)
      text += phpassAlphabet[Math.floor(value / 64 ** digit) % 64] ?? '';
  }
  return text;
}

function deriveScrypt(
  { n, r, p, salt }: { readonly n: number; readonly r: number; readonly p: number; readonly salt: Buffer },
  password: string,
  length: number,
): Promise<Buffer> {
  // Leave a margin, because Node counts memory slightly differently and rejects a call above `maxmem`.
  const options = { N: n, r, p, maxmem: 256 * n * r + 1_048_576 };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, length, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
