import { expect, it } from 'vitest';
import { cryptoRandom } from './random.ts';

it('random digits keep their leading zeros', () => {
  const codes = Array.from({ length: 1_000 }, () => cryptoRandom.digits(2));
  for (const code of codes) expect(code).toMatch(/^\d\d$/u);
  expect(codes.some((code) => code.startsWith('0'))).toBe(true);
});

it('random integers include both ends of their range', () => {
  const numbers = Array.from({ length: 1_000 }, () => cryptoRandom.integer(3, 5));
  expect(new Set(numbers)).toEqual(new Set([3, 4, 5]));
});

it('random characters come from the given alphabet', () => {
  const text = cryptoRandom.pick('abc', 1_000);
  expect(text).toMatch(/^[abc]{1000}$/u);
  expect(new Set(text).size).toBe(3);
});
