import * as v from 'valibot';
import { message } from './message.ts';

type DayParts = { readonly day: string; readonly month: string; readonly year: string };

/** Splits a day `YYYY-MM-DD` into the parts that a user types. */
export function dayParts(day: string): DayParts {
  const [year = '', month = '', date = ''] = day.split('-');
  return { day: date, month, year };
}

/**
 * Returns the day `YYYY-MM-DD` of typed parts, or '' if all parts are empty. Invalid parts give a text that is not a
 * day.
 */
export function dayOf({ day, month, year }: DayParts): string {
  if (day + month + year === '') return '';
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/**
 * Returns the suffix `THH:MM` for a typed hour and minute, or '' if both are empty. Invalid parts give a text that is
 * not a time.
 */
export function timeSuffix([hour = '', minute = '']: readonly string[]): string {
  if (hour + minute === '') return '';
  return `T${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
}

/**
 * Parses a written day: 01/02/1990, 1.2.1990, “1 tháng 2 năm 1990”, 01021990 or 1990-02-01. Returns undefined if the
 * text is not a day of the calendar.
 */
export function readDay(text: string): DayParts | undefined {
  const digits = /^\s*(\d{2})(\d{2})(\d{4})\s*$/.exec(text);
  const [first = '', month = '', last = '', more] = digits?.slice(1) ?? text.match(/\d+/g) ?? [];
  if (more !== undefined) return undefined;
  const [day, year] = first.length === 4 ? [last, first] : [first, last];
  return isDay(dayOf({ day, month, year })) ? { day, month, year } : undefined;
}

/** Returns whether a text is a day `YYYY-MM-DD` of the calendar. */
export function isDay(text: string): boolean {
  if (!shape.test(text)) return false;
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

const shape = /^\d{4}-\d{2}-\d{2}$/;

export function optionalDay() {
  return v.pipe(
    v.string(),
    v.check((text) => text === '' || shape.test(text), message('account.day.incomplete')),
    v.check((text) => !shape.test(text) || isDay(text), message('account.day.unknown')),
  );
}

export function requiredDay() {
  return v.pipe(v.string(), v.nonEmpty(message('errors.required')), optionalDay());
}
