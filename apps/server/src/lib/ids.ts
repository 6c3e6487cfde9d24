import { randomBytes } from 'node:crypto';
import { TypeID } from 'typeid-js';

export type IdPrefix =
  | 'acc'
  | 'ses'
  | 'otp'
  | 'rec'
  | 'cap'
  | 'sms'
  | 'mail'
  | 'ava'
  | 'img'
  | 'out'
  | 'app'
  | 'cli'
  | 'aud'
  | 'exp'
  | 'imp'
  | 'mex'
  | 'inc'
  | 'req'
  | 'note'
  | 'apr'
  | 'blk'
  | 'qr'
  | 'psk'
  | 'whk'
  | 'msg';

/**
 * Returns a TypeID with 128 random bits, safe in URLs and file names. The library's default, a UUIDv7, has
 * only 74 random bits and reveals when the row was created (ASVS 11.5.1).
 */
export function newId<P extends IdPrefix>(prefix: P): `${P}_${string}` {
  return `${prefix}_${TypeID.fromUUIDBytes(prefix, randomBytes(16)).getSuffix()}`;
}

/** Returns a short secret for links in SMS: 128 random bits as 22 base64url characters. */
export function newLinkSecret(): string {
  return randomBytes(16).toString('base64url');
}

/** Returns a bearer secret: 256 random bits as 43 base64url characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
