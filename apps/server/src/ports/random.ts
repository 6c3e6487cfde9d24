import { randomInt } from 'node:crypto';

/** Source of one-time codes, captcha answers and QR numbers; tests replace it. */
export type Random = {
  digits(count: number): string;
  pick(alphabet: string, count: number): string;
  integer(low: number, high: number): number;
};

/** `crypto.randomInt` has no modulo bias. */
export const cryptoRandom: Random = {
  digits: (count) => String(randomInt(10 ** count)).padStart(count, '0'),
  pick: (alphabet, count) =>
    Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join(''),
  integer: (low, high) => randomInt(low, high + 1),
};
