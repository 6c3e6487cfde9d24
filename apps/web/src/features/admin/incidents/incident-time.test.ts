import { expect, test } from 'vitest';
import { fromField, hoursOf, toField } from './incidents.tsx';

test('a time field shows the time in Vietnam without seconds', () => {
  expect(toField('2026-11-24T17:05:30.000Z')).toBe('2026-11-25T00:05');
  expect(fromField('2026-11-25T00:05')).toBe('2026-11-24T17:05:00.000Z');
});

test.each(['', '2026-11-25', '2026-11-25T9:', '2026-13-45T99:99', '1999-01-01T00:00'])(
  'a time field rejects %j',
  (value) => {
    expect(fromField(value)).toBeUndefined();
  },
);

test('remaining or exceeded seconds become whole hours and minutes', () => {
  expect([hoursOf(3 * 3_600 + 119), hoursOf(-3_660)]).toEqual([
    { hours: 3, minutes: 1 },
    { hours: 1, minutes: 1 },
  ]);
});
