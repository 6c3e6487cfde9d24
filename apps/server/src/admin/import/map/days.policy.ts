import { cleanMarks } from '@vid/contract/clean-text';
import { foldText, type Reading } from './cell-text.ts';

const dayMs = 86_400_000;
/** Day 0 of Excel's serial numbers. With the 1900 system, Excel also counts 1900-02-29, which did not exist. */
const serialStart = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const;
/** An instant in UTC, from which the day in Vietnam is taken: midnight there is 17:00 on the previous day. */
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z$/u;
const vietnamMs = 7 * 3_600_000;

/** `unknown` if the dates of a column are ambiguous or contradict each other. */
export type DayOrder = 'day' | 'month' | 'unknown';

/**
 * Returns the order of day and month that a date proves because one of its first two numbers cannot be a month;
 * undefined if the date proves no order.
 */
export function evidenceOf(written: string): Exclude<DayOrder, 'unknown'> | undefined {
  const { parts, isWorded } = partsOf(plainText(written));
  const [first = 0, second = 0] = parts.map(Number);
  if (parts.length !== 3 || parts[0]?.length === 4 || isWorded) return undefined;
  if (first > 12 && second <= 12) return 'day';
  return second > 12 && first <= 12 ? 'month' : undefined;
}

export function orderOf(evidence: ReadonlySet<DayOrder | undefined>): DayOrder {
  const [isDayFirst, isMonthFirst] = [evidence.has('day'), evidence.has('month')];
  return isDayFirst === isMonthFirst ? 'unknown' : isDayFirst ? 'day' : 'month';
}

/**
 * Reads a date in the usual Vietnamese order of day, month, year, unless the column or the date itself proves
 * that the month is first. An ISO date begins with the year. Notes a date that may mean another day: a serial
 * number, a UTC instant of the previous day, a two-digit or Buddhist year, a month before its day, or an
 * unproven order. Words for “without end” and the year 9999 give an empty text.
 * @param epoch first year of the workbook's serial numbers
 */
export function readDay(
  written: string,
  {
    epoch = 1900,
    order = 'unknown',
  }: { readonly epoch?: keyof typeof serialStart; readonly order?: DayOrder } = {},
): Reading<string> {
  const text = plainText(written);
  if (withoutEnd.test(foldText(text))) return { value: '' };
  const serial = /^([2-7]\d{4})(?:[.,]\d+)?$/u.exec(text)?.[1];
  if (serial !== undefined) return { value: dayOf(serialStart[epoch] + Number(serial) * dayMs), note: 'day' };
  const at = instant.test(text) ? Date.parse(text) : Number.NaN;
  const here = Number.isNaN(at) ? undefined : dayOf(at + vietnamMs);
  if (here !== undefined && !text.startsWith(here)) return { value: here, note: 'day' };
  const { parts, isWorded } = partsOf(text);
  if (parts.length !== 3 || !parts.every((part) => /^\d{1,4}$/u.test(part))) return { problem: 'format' };
  const [first = 0, second = 0, third = 0] = parts.map(Number);
  if (parts[0]?.length === 4) return toReading([first, second, third], false);
  const isShort = parts[2]?.length === 2;
  const isEither = !isWorded && first <= 12 && second <= 12 && first !== second;
  const isMonthFirst = isEither ? order === 'month' : second > 12 && first <= 12;
  const [day, month] = isMonthFirst ? [second, first] : [first, second];
  const isGuessed = isShort || isMonthFirst || (isEither && order === 'unknown');
  return toReading([isShort ? longYear(third) : third, month, day], isGuessed);
}

const withoutEnd =
  /^(?:(?:vo|khong|khong co|khong xac dinh|khong gioi han) thoi han|khong gioi han|lau dai|vinh vien|suot doi|tron doi)$/u;
/** Reads two digits of a year as POSIX does: 69 to 99 are 1969 to 1999. */
const longYear = (year: number): number => year + (year < 69 ? 2_000 : 1_900);
/** Years of the Thai Buddhist calendar, which are 543 ahead: 2567 is 2024. */
const buddhistYears = { first: 2_443, last: 2_642, offset: 543 } as const;
const endlessYear = 9_999;

const plainText = (written: string): string =>
  cleanMarks(written.normalize('NFKC')).replace(/^[\u0301'‘’`]+/u, '');

/** Numerals of months, such as “tháng Năm”. */
const monthNumerals: readonly (readonly string[])[] = [
  ['mot', 'gieng'],
  ['hai'],
  ['ba'],
  ['tu', 'bon'],
  ['nam'],
  ['sau'],
  ['bay'],
  ['tam'],
  ['chin'],
  ['muoi'],
  ['muoi mot'],
  ['muoi hai', 'chap'],
];
const monthNumeral = new RegExp(`\\b(thang|thg) (${monthNumerals.flat().toReversed().join('|')})\\b`, 'u');
/** Name of a day of the week before a date. */
const weekday = /^(?:(?:thu (?:hai|ba|tu|nam|sau|bay|\d)|chu nhat|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*) )/u;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthName = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:[a-z]{1,6})?\b/u;

/**
 * Returns the numbers of a date. `isWorded` is true if a word names or marks the month, which makes the order
 * certain.
 */
function partsOf(text: string): { readonly parts: readonly string[]; readonly isWorded: boolean } {
  const compact =
    /^((?:19|20)\d\d)([01]\d)([0-3]\d)$/u.exec(text) ?? /^([0-3]\d)([01]\d)((?:19|20)\d\d)$/u.exec(text);
  if (compact) return { parts: compact.slice(1), isWorded: false };
  const folded = foldText(text.replace(/[\sT]\d{1,2}:\d{2}.*$/u, ''))
    .replace(weekday, '')
    .replace(/^ngay /u, '')
    .replace(monthNumeral, (_, month: string, numeral: string) => {
      const index = monthNumerals.findIndex((numerals) => numerals.includes(numeral));
      return `${month} ${index + 1}`;
    });
  const numbers = folded
    .replace(/^(\d{1,2}) (?:thang|thg|th) ?(\d{1,2})(?: nam)? /u, '$1 $2 ')
    .replace(/^(?:thang|thg) (\d{1,2}) (\d{1,2}) /u, '$2 $1 ')
    // Move the day before the month in dates such as “May 6, 2024”.
    .replace(/^([a-z]+) (\d{1,2}) /u, '$2 $1 ')
    .replace(monthName, (_, name: string) => String(months.indexOf(name) + 1));
  return { parts: numbers.split(' '), isWorded: /[a-z]/u.test(folded) };
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function toReading(
  [written, month, day]: readonly [number, number, number],
  isGuessed: boolean,
): Reading<string> {
  const isBuddhist = written >= buddhistYears.first && written <= buddhistYears.last;
  const year = isBuddhist ? written - buddhistYears.offset : written;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (year < 1_900 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day)
    return { problem: 'format' };
  if (year === endlessYear) return { value: '' };
  const value = dayOf(date.getTime());
  return isGuessed || isBuddhist ? { value, note: 'day' } : { value };
}
