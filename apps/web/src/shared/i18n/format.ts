import { getLanguageTag } from './i18n.ts';

/** Times are shown in the association's time zone, whatever the time zone of the reader's machine. */
const timeZone = 'Asia/Ho_Chi_Minh';

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

/** A day without a time, `YYYY-MM-DD`. */
export function formatDay(day: string): string {
  const tag = getLanguageTag();
  const style: Intl.DateTimeFormatOptions = tag.startsWith('vi') ? numericDay : { dateStyle: 'medium' };
  return new Intl.DateTimeFormat(tag, { ...style, timeZone: 'UTC' }).format(new Date(day));
}

/** 1.234.567 in Vietnamese, 1,234,567 in English. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat(getLanguageTag()).format(value);
}
