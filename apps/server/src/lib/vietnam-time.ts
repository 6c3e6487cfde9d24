import type { Locale } from '@vid/contract/limits';

/** Formats a time as "14:05 ngày 25/11/2026" or "14:05 on 25 November 2026", in the time zone of Vietnam. */
export function vietnamTime(time: Date, locale: Locale): string {
  const zone = { timeZone: 'Asia/Ho_Chi_Minh' };
  const clock = new Intl.DateTimeFormat('en-GB', { ...zone, hour: '2-digit', minute: '2-digit' });
  const day = new Intl.DateTimeFormat('en-GB', {
    ...zone,
    day: 'numeric',
    month: locale === 'vi' ? '2-digit' : 'long',
    year: 'numeric',
    ...(locale === 'vi' && { day: '2-digit' }),
  });
  return `${clock.format(time)} ${locale === 'vi' ? 'ngày' : 'on'} ${day.format(time)}`;
}
