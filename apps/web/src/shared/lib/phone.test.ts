// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { formatPhone, isPlausiblePhone, toInternational } from './phone.ts';

describe('phone numbers', () => {
  test.each([
    '0912345678',
    '912345678',
    '84912345678',
    '+84912345678',
    '+840912345678',
    '0084912345678',
    '+84 (0)912 345 678',
    '0912.345.678',
    '０９１２３４５６７８',
  ])('are normalized if they are written as %s', (written) => {
    expect(isPlausiblePhone(written)).toBe(true);
    expect(toInternational(written)).toBe('+84912345678');
    expect(formatPhone(written)).toBe('0912 345 678');
  });

  test.each(['', '091234567', '09123456789', 'abc', '0212345678'])(
    'are rejected if they are written as %j',
    (written) => {
      expect(isPlausiblePhone(written)).toBe(false);
      expect(formatPhone(written)).toBe(written);
    },
  );

  test('are accepted, but not formatted, if they are foreign or have eleven digits', () => {
    expect(isPlausiblePhone('01692345678')).toBe(true);
    expect(isPlausiblePhone('+1 202 555 0123')).toBe(true);
    expect(formatPhone('+1 202 555 0123')).toBe('+1 202 555 0123');
  });

  test('are shown masked in the Vietnamese notation', () => {
    expect(formatPhone('+8491****78')).toBe('091• ••• •78');
    expect(formatPhone('+1202****23')).toBe('+1202****23');
  });
});
