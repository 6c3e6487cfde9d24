import { expect, it, vi } from 'vitest';
import { shortVietnamTime, vietnamDay, vietnamTime } from './vietnam-time.ts';

it('vietnamTime formats a time in Vietnam’s time zone', () => {
  const time = new Date('2026-01-01T17:00:00Z');
  expect(vietnamTime(time, 'vi')).toBe('00:00 ngày 02/01/2026');
  expect(vietnamTime(time, 'en')).toBe('2 Jan 2026, 00:00');
  expect(shortVietnamTime(time)).toBe('00:00 02/01');
  expect(vietnamTime(time, 'vi', { withSeconds: true })).toBe('00:00:00 ngày 02/01/2026');
});

it('vietnamDay formats a date without converting its time zone', () => {
  expect([vietnamDay('2026-01-02', 'vi'), vietnamDay('2026-01-02', 'en')]).toEqual([
    '02/01/2026',
    '2 Jan 2026',
  ]);
});

it('vietnamTime and vietnamDay reuse their formatters', () => {
  const make = vi.spyOn(Intl, 'DateTimeFormat');
  vietnamTime(new Date(0), 'vi', { withSeconds: true });
  vietnamDay('2026-01-02', 'en');
  expect(make).not.toHaveBeenCalled();
  make.mockRestore();
});
