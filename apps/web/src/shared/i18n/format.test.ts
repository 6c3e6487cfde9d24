import { afterEach, expect, test } from 'vitest';
import {
  formatDateTime,
  formatDay,
  formatDong,
  formatHour,
  formatNumber,
  formatPercent,
  formatShortDay,
} from './format.ts';
import { setLocale } from './i18n.ts';

afterEach(() => setLocale('vi'));

test('a time is shown in the association’s time zone', async () => {
  const evening = '2026-11-21T17:05:00Z';
  await setLocale('vi');
  expect(formatDateTime(evening)).toBe('00:05 ngày 22/11/2026');
  expect(formatDateTime(evening, { withSeconds: true })).toBe('00:05:00 ngày 22/11/2026');
  await setLocale('en');
  expect(formatDateTime(evening)).toBe('22 Nov 2026, 00:05');
  expect(formatDay('2026-12-03')).toBe('3 Dec 2026');
});

test('a short day and an hour use the association’s time zone', async () => {
  const evening = '2026-11-21T17:05:09Z';
  await setLocale('vi');
  expect(formatShortDay(evening)).toBe('22/11');
  expect(formatHour(evening)).toBe('00:05');
  expect(formatHour(evening, { withSeconds: true })).toBe('00:05:09');
  // A date without a time has no time zone.
  expect(formatDay('2026-01-01')).toBe('01/01/2026');
  await setLocale('en');
  expect(formatShortDay(evening)).toBe('22 Nov');
});

test('numbers, shares and amounts are shown in the style of each language', async () => {
  await setLocale('vi');
  expect([formatNumber(1_234_567), formatPercent(0.126)]).toEqual(['1.234.567', '13%']);
  expect(formatDong(14_000)).toMatch(/^14\.000\s₫$/u);
  await setLocale('en');
  expect([formatNumber(1_234_567), formatPercent(0.004)]).toEqual(['1,234,567', '0%']);
  expect(formatDong(14_000)).toMatch(/^₫\s?14,000$/u);
});
