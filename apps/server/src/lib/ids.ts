import { randomBytes } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Prefixes of public ids, one for each kind of row. */
export type IdPrefix = 'acc' | 'ses' | 'otp' | 'cap' | 'sms' | 'out' | 'app' | 'cli' | 'aud';

/** `prefix_` and 26 characters of Crockford base32: 128 random bits, safe in addresses and file names. */
export function newId<P extends IdPrefix>(prefix: P): `${P}_${string}` {
  const bytes = randomBytes(16);
  let value =
    (BigInt('0x' + bytes.subarray(0, 8).toString('hex')) << 64n) |
    BigInt('0x' + bytes.subarray(8).toString('hex'));
  let text = '';
  for (let index = 0; index < 26; index += 1) {
    text = (alphabet[Number(value & 31n)] ?? '0') + text;
    value >>= 5n;
  }
  return `${prefix}_${text}`;
}

/** A bearer secret: 256 random bits in 43 characters of base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
