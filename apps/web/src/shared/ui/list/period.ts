import { dayOf, dayParts, isDay as isCalendarDay } from '#shared/forms/day.ts';
import { timeZone } from '#shared/i18n/format.ts';

/** Days per period. All periods end today. */
export const periods = { today: 1, week: 7, month: 30 } as const;
export type Period = keyof typeof periods;

/** First and last day of a period, `YYYY-MM-DD`, or '' for an open end. */
export type Days = { readonly from: string; readonly to: string };

/** Returns whether a text from the URL is a day of the years 1900 to 2099. */
export const isDay = (text: string): boolean => /^(?:19|20)/.test(text) && isCalendarDay(text);

export function dayAt(time: number): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(time);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return dayOf({ day: part('day'), month: part('month'), year: part('year') });
}

export function daysOf(period: Period, today: string): Days {
  const { day, month, year } = dayParts(today);
  const first = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day) - periods[period] + 1));
  return { from: first.toISOString().slice(0, 10), to: today };
}

export function periodOf({ from, to }: Days, today: string): Period | undefined {
  const names: readonly Period[] = ['today', 'week', 'month'];
  return names.find((period) => to === today && daysOf(period, today).from === from);
}
