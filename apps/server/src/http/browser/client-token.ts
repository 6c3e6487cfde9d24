import { createDecipheriv, createSecretKey } from 'node:crypto';
import { clientTokenWindowSeconds } from '@vid/contract/limits';
import { AppError } from '#lib/app-error.ts';
import type { Keys } from '#lib/keys.ts';
import type { PreSession } from './pre-session.ts';

const maxLength = 2_048;

/**
 * Derives from the pre-session the key with which a browser encrypts its client token. The key is not stored.
 */
export function clientTokenKey(keys: Keys, preSessionId: string): Buffer {
  return keys.pepper('client-token', preSessionId);
}

/**
 * Checks `m:` + base64(IV ‖ AES-256-CBC of `{id, clientId, timestamp, userAgent}`) (specification, clause 8).
 * The token filters automated noise. It does not authenticate the caller: it has no MAC, so the ciphertext
 * can be altered, and no decision relies on the token.
 * @throws AppError TOKEN_MISSING without a token, TOKEN_INVALID if the token is malformed or does not
 *   decrypt, UNKNOWN_VALIDATING_EXCEPTION if its content does not match the request, or if the browser sends
 *   no valid pre-session
 */
export function checkClientToken(input: {
  readonly header: string | undefined;
  readonly keys: Keys;
  readonly preSession: PreSession | undefined;
  readonly userAgent: string | undefined;
  readonly clientId: string | undefined;
  readonly nowMs: number;
}): void {
  const { header, preSession } = input;
  if (header === undefined || header === '') throw new AppError('TOKEN_MISSING');
  if (preSession === undefined) throw new AppError('UNKNOWN_VALIDATING_EXCEPTION');
  const content = decrypt(header, clientTokenKey(input.keys, preSession.id));
  const clientIdFits = input.clientId === undefined || content.clientId === input.clientId;
  const age = Math.abs(input.nowMs - content.timestamp);
  if (
    !clientIdFits ||
    content.userAgent !== (input.userAgent ?? '') ||
    !(age <= clientTokenWindowSeconds * 1000)
  ) {
    throw new AppError('UNKNOWN_VALIDATING_EXCEPTION', {
      internal: 'the client token does not match the request',
    });
  }
}

function decrypt(header: string, key: Buffer): { clientId: string; timestamp: number; userAgent: string } {
  if (
    !header.startsWith('m:') ||
    header.length > maxLength ||
    !/^[A-Za-z0-9+/_=-]+$/u.test(header.slice(2))
  ) {
    throw new AppError('TOKEN_INVALID');
  }
  const bytes = Buffer.from(header.slice(2), 'base64');
  if (bytes.length < 32 || bytes.length % 16 !== 0) throw new AppError('TOKEN_INVALID');
  try {
    const decipher = createDecipheriv('aes-256-cbc', createSecretKey(key), bytes.subarray(0, 16));
    const text = Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]).toString('utf8');
    const value: unknown = JSON.parse(text);
    if (isContent(value)) return value;
  } catch {
    // Bad padding and bad JSON get the same response, to prevent a padding oracle.
  }
  throw new AppError('TOKEN_INVALID');
}

function isContent(value: unknown): value is { clientId: string; timestamp: number; userAgent: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    'clientId' in value &&
    typeof value.clientId === 'string' &&
    'timestamp' in value &&
    typeof value.timestamp === 'number' &&
    'userAgent' in value &&
    typeof value.userAgent === 'string'
  );
}
