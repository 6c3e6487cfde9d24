import type { Locale } from '@vid/contract/limits';

type Options = { readonly withSeconds?: boolean };

/** Formats a time as "14:05 ngày 25/11/2026" or "14:05 on 25 November 2026", in the time zone of Vietnam. */
export function vietnamTime(time: Date, locale: Locale, { withSeconds = false }: Options = {}): string {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    ...(withSeconds && { second: '2-digit' }),
  });
  return `${clock.format(time)} ${locale === 'vi' ? 'ngày' : 'on'} ${formatDay(time, locale, timeZone)}`;
}

/** Formats a time as "17:05 23/11", in the time zone of Vietnam, for an SMS. */
export function shortVietnamTime(time: Date): string {
  const [clock = '', , day = ''] = vietnamTime(time, 'vi').split(' ');
  return `${clock} ${day.slice(0, 5)}`;
}

const timeZone = 'Asia/Ho_Chi_Minh';

/** Formats a day `YYYY-MM-DD` as "25/11/2026" or "25 November 2026". */
export const vietnamDay = (day: string, locale: Locale): string => formatDay(new Date(day), locale, 'UTC');

function formatDay(time: Date, locale: Locale, zone: string): string {
  const [day, month] = locale === 'vi' ? (['2-digit', '2-digit'] as const) : (['numeric', 'long'] as const);
  return new Intl.DateTimeFormat('en-GB', { timeZone: zone, day, month, year: 'numeric' }).format(time);
}
