import { describe, expect, test } from 'vitest';
import { convertOldPrefix } from './old-phone.ts';
import { formatPhone, hasOldPrefix, isPlausiblePhone, maskPhone, toInternational } from './phone.ts';

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

  test.each(['', '091234567', '09123456789', 'abc', '0212345678', '+1 202 555 0123'])(
    'are rejected if they are written as %j',
    (written) => {
      expect(isPlausiblePhone(written)).toBe(false);
      expect(formatPhone(written)).toBe(written);
    },
  );

  test.each(
    '120-70 121-79 122-77 123-83 124-84 125-85 126-76 127-81 128-78 129-82 162-32 163-33 164-34 165-35 166-36 167-37 168-38 169-39 186-56 188-58 199-59'
      .split(' ')
      .map((pair) => pair.split('-')),
  )('with the former prefix 0%s are converted to the prefix 0%s', (former, now) => {
    for (const written of [`0${former}2345678`, `+84${former} 2345678`, `84${former}2345678`]) {
      expect([isPlausiblePhone(written), hasOldPrefix(written)]).toEqual([true, true]);
      expect(convertOldPrefix(written)).toBe(`+84${now}2345678`);
    }
  });

  test.each(['01602345678', '01852345678', '0912345678', '+65 8123 4567'])(
    'without a former prefix are not converted: %s',
    (written) => {
      expect(convertOldPrefix(written)).toBeNull();
    },
  );

  test('are masked between their first four and last two digits', () => {
    expect(maskPhone('+84912345678')).toBe('+8491****78');
  });

  test('in masked form use the Vietnamese notation only if Vietnamese', () => {
    expect(formatPhone('+8491****78')).toBe('091• ••• •78');
    expect(formatPhone('+1202****23')).toBe('+1202****23');
  });
});
