import { afterEach, expect, test } from 'vitest';
import { setLocale } from '#shared/i18n/i18n.ts';
import { formatDuration } from './duration.ts';

afterEach(() => setLocale('vi'));

test.each([
  [0, '0,1 giây', '0.1 sec'],
  [0.42, '0,4 giây', '0.4 sec'],
  [4, '4 giây', '4 sec'],
  [59.94, '59,9 giây', '59.9 sec'],
  [59.96, '1 phút', '1 min'],
  [90, '1,5 phút', '1.5 min'],
  [180, '3 phút', '3 min'],
  [3599, '1 giờ', '1 hr'],
  [9000, '2,5 giờ', '2.5 hr'],
  [360_000, '100 giờ', '100 hr'],
])('%d seconds are shown as “%s” in Vietnamese and as “%s” in English', async (seconds, vi, en) => {
  expect(formatDuration(seconds)).toBe(vi);
  await setLocale('en');
  expect(formatDuration(seconds)).toBe(en);
});
