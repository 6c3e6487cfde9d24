import type { Locale } from '@vid/contract/limits';

type Options = { readonly withSeconds?: boolean };

const timeZone = 'Asia/Ho_Chi_Minh';

// Reuse the formatters, because creating one takes 100 times as long as formatting, and an account's data
// copy contains thousands of timestamps.
const makeClock = (second?: '2-digit') =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    ...(second && { second }),
  });
const clocks = { minutes: makeClock(), seconds: makeClock('2-digit') };
const makeDays = (zone: string) => ({
  vi: new Intl.DateTimeFormat('en-GB', { timeZone: zone, day: '2-digit', month: '2-digit', year: 'numeric' }),
  en: new Intl.DateTimeFormat('en-GB', { timeZone: zone, day: 'numeric', month: 'short', year: 'numeric' }),
});
const [localDays, utcDays] = [makeDays(timeZone), makeDays('UTC')];

/** Formats a time in Vietnam's time zone as "14:05 ngày 25/11/2026" or "25 Nov 2026, 14:05", as the pages do. */
export function vietnamTime(time: Date, locale: Locale, { withSeconds = false }: Options = {}): string {
  const clock = withSeconds ? clocks.seconds : clocks.minutes;
  const [hour, day] = [clock.format(time), localDays[locale].format(time)];
  return locale === 'vi' ? `${hour} ngày ${day}` : `${day}, ${hour}`;
}

/** Formats a time in Vietnam's time zone for an SMS as "17:05 23/11". */
export function shortVietnamTime(time: Date): string {
  const [clock = '', , day = ''] = vietnamTime(time, 'vi').split(' ');
  return `${clock} ${day.slice(0, 5)}`;
}

/** Formats a `YYYY-MM-DD` date as "25/11/2026" or "25 Nov 2026". */
export const vietnamDay = (day: string, locale: Locale): string => utcDays[locale].format(new Date(day));
