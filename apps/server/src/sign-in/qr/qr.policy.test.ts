import { describe, expect, it } from 'vitest';
import { cryptoRandom } from '#ports/random.ts';
import { answerOf, carriedAmr, choicesOf, drawNumbers, isSameNetwork, shortenAddress } from './qr.policy.ts';

describe('the numbers of a QR sign-in', () => {
  it('are different and have two digits', () => {
    for (let round = 0; round < 500; round += 1) {
      const drawn = drawNumbers(cryptoRandom);
      expect(new Set(drawn).size).toBe(3);
      for (const number of drawn) expect(String(number)).toMatch(/^[1-9]\d$/u);
    }
  });

  it('exclude repetitions of a drawn number', () => {
    const values = [10, 10, 11, 10, 12];
    expect(drawNumbers({ ...cryptoRandom, integer: () => values.shift() ?? 99 })).toEqual([10, 11, 12]);
  });

  it('are shown in ascending order', () => {
    expect(choicesOf({ number: 50, decoyOne: 90, decoyTwo: 10 })).toEqual([10, 50, 90]);
    expect(choicesOf({ number: 10, decoyOne: 90, decoyTwo: 50 })).toEqual([10, 50, 90]);
  });
});

it('a QR sign-in is approved with the right number, otherwise denied', () => {
  expect(answerOf({ number: 50 }, 50)).toBe('approved');
  expect(answerOf({ number: 50 }, 51)).toBe('denied');
});

it('a QR sign-in does not inherit the passkey or the second factor', () => {
  expect(carriedAmr(['sms', 'pwd', 'otp', 'mfa'])).toEqual(['pwd', 'otp', 'sms']);
  expect(carriedAmr(['fed', 'mfa'])).toEqual(['fed']);
  expect(carriedAmr(['pop', 'mfa'])).toEqual([]);
});

describe('the networks of two addresses', () => {
  it.each([
    ['203.0.113.7', '203.0.200.9', 'the same'],
    ['203.0.113.7', '203.1.113.7', 'different'],
    ['2001:db8:1::1', '2001:db8:ffff::2', 'the same'],
    ['2001:db8::1', '2001:db9::1', 'different'],
    ['fe80::1%eth0', 'fe80::2', 'the same'],
    ['203.0.113.7', '2001:db8::1', 'different'],
    ['', '203.0.113.7', 'different'],
    ['nonsense', 'nonsense', 'different'],
  ])('Q3 are $2 for “$0” and “$1”', (one, other, verdict) => {
    expect(isSameNetwork(one, other)).toBe(verdict === 'the same');
    expect(isSameNetwork(other, one)).toBe(verdict === 'the same');
  });
});

it.each([
  ['203.0.113.7', '203.0.113.x'],
  ['2001:db8:1:2::7', '2001:db8:x'],
  ['nonsense', ''],
])('Q3 the address %s is shown without its end, as “%s”', (address, shown) => {
  expect(shortenAddress(address)).toBe(shown);
});
