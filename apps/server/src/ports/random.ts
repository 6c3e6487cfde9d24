import { randomInt } from 'node:crypto';

/** The source of codes and captcha answers; tests replace it. */
export type Random = {
  /** `count` decimal digits, leading zeros included. */
  digits(count: number): string;
  /** `count` characters of an alphabet. */
  pick(alphabet: string, count: number): string;
  /** A whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number;
};

/** Uses `crypto.randomInt`, which has no modulo bias. */
export const cryptoRandom: Random = {
  digits: (count) => String(randomInt(10 ** count)).padStart(count, '0'),
  pick: (alphabet, count) =>
    Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join(''),
  integer: (low, high) => randomInt(low, high + 1),
};
