import { getLanguageTag } from './i18n.ts';

/** All times are in the association's time zone, whatever the time zone of the user's device. */
export const timeZone = 'Asia/Ho_Chi_Minh';

/** Separates short facts on a line. The no-break space keeps the dot from starting the next line. */
export const dot = '\u00A0· ';

/** British English, because it puts the day first, like the association's messages. */
const dateTag = (): string => (getLanguageTag().startsWith('vi') ? 'vi-VN' : 'en-GB');

/** Formats a time as "10:50 ngày 28/11/2026" in Vietnamese and as "28 Nov 2026, 10:50" in English. */
export function formatDateTime(value: string | number | Date, { withSeconds = false } = {}): string {
  const time = new Date(value).toISOString();
  const day = formatDay(time, timeZone);
  const hour = formatHour(time, { withSeconds });
  return dateTag() === 'vi-VN' ? `${hour} ngày ${day}` : `${day}, ${hour}`;
}

const dayAndMonth = (): Intl.DateTimeFormatOptions =>
  dateTag() === 'vi-VN' ? { day: '2-digit', month: '2-digit' } : { day: 'numeric', month: 'short' };

export function formatDay(day: string, zone = 'UTC'): string {
  const style: Intl.DateTimeFormatOptions = { ...dayAndMonth(), year: 'numeric', timeZone: zone };
  return new Intl.DateTimeFormat(dateTag(), style).format(new Date(day));
}

export function formatHour(value: string, { withSeconds = false } = {}): string {
  const second = withSeconds ? '2-digit' : undefined;
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second, timeZone }).format(
    new Date(value),
  );
}

/** Formats the day of a time without the year: "24/11" in Vietnamese, "24 Nov" in English. */
export function formatShortDay(value: string): string {
  const day = new Intl.DateTimeFormat(dateTag(), { ...dayAndMonth(), timeZone }).format(new Date(value));
  // Without a year, Intl writes 24-11 in Vietnamese. Use a slash, as in dates with a year.
  return day.replace('-', '/');
}

export function formatPercent(share: number): string {
  return new Intl.NumberFormat(getLanguageTag(), { style: 'percent', maximumFractionDigits: 0 }).format(
    share,
  );
}

export function formatDong(amount: number): string {
  return new Intl.NumberFormat(getLanguageTag(), { style: 'currency', currency: 'VND' }).format(amount);
}

export function formatNumber(value: number): string {
  return new Intl.NumberFormat(getLanguageTag()).format(value);
}
