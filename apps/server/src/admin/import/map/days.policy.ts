import { cleanMarks } from '@vid/contract/clean-text';
import { foldText, type Reading } from './cell-text.ts';

const dayMs = 86_400_000;
/** Day 0 of Excel's serial numbers. With the 1900 system, Excel also counts 1900-02-29, which did not exist. */
const serialStart = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const;
/** An instant in UTC, as some programs write a date. Midnight in Vietnam is 17:00 on the previous day. */
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z$/u;
const vietnamMs = 7 * 3_600_000;

/** `unknown` if the dates of a column are ambiguous or contradict each other. */
export type DayOrder = 'day' | 'month' | 'unknown';

/**
 * Returns the order that a date proves because its other number cannot be a month; undefined if both orders are
 * possible.
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
 * Reads a date in the usual Vietnamese order of day, month, year, unless the column begins with the month. An
 * ISO date begins with the year. Notes a date that may mean another day: a serial number, a UTC instant of the
 * previous day, a two-digit year, a month before its day, or an unproven order. Words for “without end” give an
 * empty text.
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
  if (/^(?:vo|khong|khong xac dinh) thoi han$|^lau dai$/u.test(foldText(text))) return { value: '' };
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
  return toReading([isShort ? 2_000 + third : third, month, day], isGuessed);
}

const plainText = (written: string): string =>
  cleanMarks(written.normalize('NFKC')).replace(/^[\u0301'‘’`]+/u, '');

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthName = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:[a-z]{1,6})?\b/u;

/** Returns the numbers of a date. `isWorded` is true if the month is a word, which makes the order certain. */
function partsOf(text: string): { readonly parts: readonly string[]; readonly isWorded: boolean } {
  const compact = /^((?:19|20)\d\d)([01]\d)([0-3]\d)$/u.exec(text);
  if (compact) return { parts: compact.slice(1), isWorded: false };
  const folded = foldText(text.replace(/[\sT]\d{1,2}:\d{2}.*$/u, '')).replace(/^ngay /u, '');
  const numbers = folded
    .replace(/^(\d{1,2}) (?:thang|thg|th) ?(\d{1,2})(?: nam)? /u, '$1 $2 ')
    // Move the day before the month in dates such as “May 6, 2024”.
    .replace(/^([a-z]+) (\d{1,2}) /u, '$2 $1 ')
    .replace(monthName, (_, name: string) => String(months.indexOf(name) + 1));
  return { parts: numbers.split(' '), isWorded: /[a-z]/u.test(folded) };
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function toReading(
  [year, month, day]: readonly [number, number, number],
  isGuessed: boolean,
): Reading<string> {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (year < 1_900 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day)
    return { problem: 'format' };
  const value = dayOf(date.getTime());
  return isGuessed ? { value, note: 'day' } : { value };
}
