import { expect, test } from 'vitest';
import { fromField, hoursOf, toField } from './incident-time.ts';

test('shows Vietnam’s time in a field, and returns the same instant', () => {
  expect(toField('2026-11-24T17:05:30.000Z')).toBe('2026-11-25T00:05');
  expect(fromField('2026-11-25T00:05')).toBe('2026-11-24T17:05:00.000Z');
});

test.each(['', '2026-11-25', '2026-13-45T99:99', '1999-01-01T00:00'])('rejects %j as a time', (value) => {
  expect(fromField(value)).toBeUndefined();
});

test('shows the remaining time in whole hours and minutes, also past the limit', () => {
  expect([hoursOf(3 * 3_600 + 119), hoursOf(-3_660)]).toEqual([
    { hours: 3, minutes: 1 },
    { hours: 1, minutes: 1 },
  ]);
});
