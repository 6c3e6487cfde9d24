import { describe, expect, it } from 'vitest';
import { maskName, newReferralCode, parseReferralCode } from './referral.policy.ts';

describe('referral codes', () => {
  it('are accepted in lower case and with spaces and punctuation', () => {
    const code = newReferralCode();
    expect(code).toMatch(/^[0-9BCGHKMNPQTVZ]{10}$/u);
    expect(parseReferralCode(` ${code.slice(0, 4).toLowerCase()}–${code.slice(4)}. `)).toBe(code);
    for (const bad of ['', code.slice(1), `${code}0`]) expect(parseReferralCode(bad)).toBeUndefined();
  });

  it('show only a masked name of their owner', () => {
    expect(maskName('Nguyễn Văn An')).toBe('N*** V*** An');
    expect(maskName('An')).toBe('A***');
    expect(maskName(' Nguyễn   An ')).toBe('N*** An');
    expect(maskName('👨‍👩‍👧 An')).toBe('👨*** An');
    expect(maskName('')).toBeNull();
    expect(maskName(null)).toBeNull();
  });
});
