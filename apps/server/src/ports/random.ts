import { randomInt } from 'node:crypto';

/** Where codes and captcha answers come from; a test may say which come next. */
export type Random = {
  /** So many decimal digits, leading zeros included. */
  digits(count: number): string;
  /** So many characters of an alphabet. */
  pick(alphabet: string, count: number): string;
  /** A whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number;
};

/** `crypto.randomInt`: without the bias of a remainder. */
export const cryptoRandom: Random = {
  digits: (count) => String(randomInt(10 ** count)).padStart(count, '0'),
  pick: (alphabet, count) =>
    Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join(''),
  integer: (low, high) => randomInt(low, high + 1),
};
