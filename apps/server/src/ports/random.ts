import { randomInt } from 'node:crypto';

/** The source of codes and captcha answers; tests replace it. */
export type Random = {
  /** Returns `count` decimal digits, leading zeros included. */
  digits(count: number): string;
  /** Returns `count` characters of an alphabet. */
  pick(alphabet: string, count: number): string;
  /** Returns a whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number;
};

/** Uses `crypto.randomInt`, which has no modulo bias. */
export const cryptoRandom: Random = {
  digits: (count) => String(randomInt(10 ** count)).padStart(count, '0'),
  pick: (alphabet, count) =>
    Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join(''),
  integer: (low, high) => randomInt(low, high + 1),
};
