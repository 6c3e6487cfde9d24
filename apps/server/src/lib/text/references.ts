import { randomBytes } from 'node:crypto';

/** Digits and letters without the look-alikes 0, 1, I, L and O. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

const epochMs = Date.UTC(2026, 0, 1);
/** Number of characters for the second of a request id, enough until 2054. */
const timeLength = 6;
const randomLength = 6;
const refusalLength = 10;

const random = (length: number): string =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('');

export const newRefusalReference = (): string => random(refusalLength);

/**
 * Returns an id that is short enough to read aloud from an error. Its first half is the second of the
 * request, which locates the request's events in the log.
 */
export function newRequestId(nowMs = Date.now()): string {
  let seconds = Math.max(0, Math.floor((nowMs - epochMs) / 1_000));
  let time = '';
  for (let place = 0; place < timeLength; place += 1) {
    time = `${alphabet[seconds % alphabet.length]}${time}`;
    seconds = Math.floor(seconds / alphabet.length);
  }
  return time + random(randomLength);
}

export type Reference =
  | { readonly kind: 'refusal'; readonly reference: string }
  | { readonly kind: 'request'; readonly reference: string; readonly at: Date };

/** Parses a reference, also in lower case or with spaces or hyphens. Returns undefined for any other text. */
export function readReference(typed: string): Reference | undefined {
  const reference = typed.toUpperCase().replaceAll(/[\s-]/gu, '');
  const values = Array.from(reference, (letter) => alphabet.indexOf(letter));
  if (values.includes(-1)) return undefined;
  if (reference.length === refusalLength) return { kind: 'refusal', reference };
  if (reference.length !== timeLength + randomLength) return undefined;
  const seconds = values.slice(0, timeLength).reduce((sum, value) => sum * alphabet.length + value, 0);
  return { kind: 'request', reference, at: new Date(epochMs + seconds * 1_000) };
}
