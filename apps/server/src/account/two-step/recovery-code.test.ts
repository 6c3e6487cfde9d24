import { expect, it } from 'vitest';
import { newRecoveryCode, parseRecoveryCode } from './recovery-code.ts';

it('generates codes of 50 bits in two groups', () => {
  const codes = new Set(Array.from({ length: 1_000 }, newRecoveryCode));
  expect(codes.size).toBe(1_000);
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/u);
});

it('reads a code in any notation', () => {
  for (const typed of ['0k1qd-93xmb', '0K1QD93XMB', ' OKLQD – 93XMB ', 'okiqd.93xmb', '０ｋ１ｑｄ９３ｘｍｂ'])
    expect(parseRecoveryCode(typed)).toBe('0k1qd93xmb');
  for (const typed of ['', '0k1qd', '0k1qd-93xm', '0k1qd-93xmbb', 'uk1qd-93xmb', '-----------'])
    expect(parseRecoveryCode(typed)).toBeUndefined();
});
