import { randomBytes } from 'node:crypto';

/** These digits and letters are not confused when read aloud. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** A request id cannot name a second before this time. */
const epochMs = Date.UTC(2026, 0, 1);
/** Six characters of a request id are enough for its second until 2054. */
const timeLength = 6;
const randomLength = 6;
const refusalLength = 10;

const random = (length: number): string =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('');

export const newRefusalReference = (): string => random(refusalLength);

/**
 * People read the id of a request out from an error, so the id is short. Its first half is the second of the request,
 * so that the events of the request are found by their time.
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

/** Accepts spaces and lower case. Returns undefined for a text that is not a reference. */
export function readReference(typed: string): Reference | undefined {
  const reference = typed.toUpperCase().replaceAll(/[\s-]/gu, '');
  const values = Array.from(reference, (letter) => alphabet.indexOf(letter));
  if (values.includes(-1)) return undefined;
  if (reference.length === refusalLength) return { kind: 'refusal', reference };
  if (reference.length !== timeLength + randomLength) return undefined;
  const seconds = values.slice(0, timeLength).reduce((sum, value) => sum * alphabet.length + value, 0);
  return { kind: 'request', reference, at: new Date(epochMs + seconds * 1_000) };
}
