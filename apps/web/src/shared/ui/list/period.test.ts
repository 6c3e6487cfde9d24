// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { dayAt, daysOf, isDay, periodOf, periods } from './period.ts';

describe('a period of a list', () => {
  test.each([
    ['today', '2026-03-01', '2026-03-01'],
    ['week', '2026-03-01', '2026-02-23'],
    ['month', '2024-03-01', '2024-02-01'],
    ['month', '2026-01-05', '2025-12-07'],
  ] as const)('with the name %s begins, on %s, on the day %s', (period, today, from) => {
    expect(daysOf(period, today)).toEqual({ from, to: today });
    expect(periodOf({ from, to: today }, today)).toBe(period);
  });

  test('of a week includes today and has the stated number of days', () => {
    const { from, to } = daysOf('week', '2026-11-29');
    expect((Date.parse(to) - Date.parse(from)) / 86_400_000 + 1).toBe(periods.week);
  });

  test('is a custom period if it does not end today', () => {
    expect(periodOf({ from: '2026-02-23', to: '' }, '2026-03-01')).toBeUndefined();
    expect(periodOf({ from: '2026-02-23', to: '2026-02-28' }, '2026-03-01')).toBeUndefined();
  });

  test('changes its day at midnight in Vietnam', () => {
    expect(dayAt(Date.parse('2026-02-28T16:59:59Z'))).toBe('2026-02-28');
    expect(dayAt(Date.parse('2026-02-28T17:00:00Z'))).toBe('2026-03-01');
  });
});

test.each([
  ['2026-02-28', true],
  ['2026-02-31', false],
  ['1899-12-31', false],
  ['2026-2-28', false],
])('a filter accepts %s as a day of the URL: %s', (text, accepted) => {
  expect(isDay(text)).toBe(accepted);
});
