import { describe, expect, it } from 'vitest';
import { maskName, newReferralCode, parseReferralCode } from './referral.policy.ts';

describe('referral codes', () => {
  it('are short, random and without ambiguous letters', () => {
    const codes = Array.from({ length: 1_000 }, newReferralCode);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/u);
    expect(new Set(codes).size).toBe(1_000);
  });

  it('are accepted in any notation', () => {
    expect(parseReferralCode('abcd-1234')).toBe('ABCD1234');
    expect(parseReferralCode(' ABCD 1234 ')).toBe('ABCD1234');
    expect(parseReferralCode('abcdilo4')).toBe('ABCD1104');
    for (const bad of ['', 'ABC', 'ABCD12345', 'ABCDU234', 'ABCD123U', 'ABCD123!', 'ＡＢＣＤ１２３４５'])
      expect(parseReferralCode(bad)).toBeUndefined();
    expect(parseReferralCode('ＡＢＣＤ１２３４')).toBe('ABCD1234');
    expect(parseReferralCode('AB.CD–12 34')).toBe('ABCD1234');
  });

  it('show a masked name', () => {
    expect(maskName('Nguyễn Văn An')).toBe('N*** V*** An');
    expect(maskName('An')).toBe('A***');
    expect(maskName(' Nguyễn   An ')).toBe('N*** An');
    expect(maskName('👨‍👩‍👧 An')).toBe('👨*** An');
    expect(maskName('')).toBeNull();
    expect(maskName(null)).toBeNull();
  });
});
