import type { Locale } from '@vid/contract/limits';

type Options = { readonly withSeconds?: boolean };

const timeZone = 'Asia/Ho_Chi_Minh';

// Creating a formatter takes 100 times as long as formatting, and the copy of an account contains thousands of times.
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
  en: new Intl.DateTimeFormat('en-GB', { timeZone: zone, day: 'numeric', month: 'long', year: 'numeric' }),
});
const [localDays, utcDays] = [makeDays(timeZone), makeDays('UTC')];

/** Formats a time as "14:05 ngày 25/11/2026" or "14:05 on 25 November 2026", in the time zone of Vietnam. */
export function vietnamTime(time: Date, locale: Locale, { withSeconds = false }: Options = {}): string {
  const clock = withSeconds ? clocks.seconds : clocks.minutes;
  return `${clock.format(time)} ${locale === 'vi' ? 'ngày' : 'on'} ${localDays[locale].format(time)}`;
}

/** Formats a time for an SMS as "17:05 23/11", in the time zone of Vietnam. */
export function shortVietnamTime(time: Date): string {
  const [clock = '', , day = ''] = vietnamTime(time, 'vi').split(' ');
  return `${clock} ${day.slice(0, 5)}`;
}

/** Formats a day `YYYY-MM-DD` as "25/11/2026" or "25 November 2026". */
export const vietnamDay = (day: string, locale: Locale): string => utcDays[locale].format(new Date(day));
