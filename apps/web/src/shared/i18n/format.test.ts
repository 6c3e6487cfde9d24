import { afterEach, expect, test } from 'vitest';
import { formatDateTime, formatDay } from './format.ts';
import { setLocale } from './i18n.ts';

afterEach(() => setLocale('vi'));

test('a time is shown in the association’s time zone, in the style of each language', async () => {
  const evening = '2026-11-21T17:05:00Z';
  await setLocale('vi');
  expect(formatDateTime(evening)).toBe('00:05 ngày 22/11/2026');
  expect(formatDateTime(evening, { withSeconds: true })).toBe('00:05:00 ngày 22/11/2026');
  await setLocale('en');
  expect(formatDateTime(evening)).toBe('22 Nov 2026, 00:05');
  expect(formatDay('2026-12-03')).toBe('3 Dec 2026');
});
