import { getLanguageTag } from './i18n.ts';

/** Times are shown in the association's time zone, whatever the time zone of the reader's machine. */
export const timeZone = 'Asia/Ho_Chi_Minh';

/** Vietnamese dates are numeric ("09:28 21/11/2026"). The medium style gives the unusual "21 thg 11, 2026". */
const numericDate: Intl.DateTimeFormatOptions = {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
};
const numericDay: Intl.DateTimeFormatOptions = { day: '2-digit', month: '2-digit', year: 'numeric' };
const medium: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };

export function formatDateTime(value: string | number | Date): string {
  const tag = getLanguageTag();
  const style = tag.startsWith('vi') ? numericDate : medium;
  return new Intl.DateTimeFormat(tag, { ...style, timeZone }).format(new Date(value));
}

/** Formats a day without a time, `YYYY-MM-DD`, or the day of a time in a time zone. */
export function formatDay(day: string, zone = 'UTC'): string {
  const tag = getLanguageTag();
  const style: Intl.DateTimeFormatOptions = tag.startsWith('vi') ? numericDay : { dateStyle: 'medium' };
  return new Intl.DateTimeFormat(tag, { ...style, timeZone: zone }).format(new Date(day));
}

export function formatHour(value: string): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(
    new Date(value),
  );
}

/** Formats the day of a time without its year: "24/11" in Vietnamese, "24 Nov" in English. */
export function formatShortDay(value: string): string {
  const tag = getLanguageTag();
  const isVietnamese = tag.startsWith('vi');
  const format = new Intl.DateTimeFormat(tag, {
    day: '2-digit',
    month: isVietnamese ? '2-digit' : 'short',
    timeZone,
  });
  // Intl puts a hyphen between the parts, which is not usual in Vietnamese.
  return isVietnamese ? format.format(new Date(value)).replace('-', '/') : format.format(new Date(value));
}

export function formatPercent(share: number): string {
  return new Intl.NumberFormat(getLanguageTag(), { style: 'percent', maximumFractionDigits: 0 }).format(
    share,
  );
}

export function formatDong(amount: number): string {
  return new Intl.NumberFormat(getLanguageTag(), { style: 'currency', currency: 'VND' }).format(amount);
}

/** Formats a number: 1.234.567 in Vietnamese, 1,234,567 in English. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat(getLanguageTag()).format(value);
}
