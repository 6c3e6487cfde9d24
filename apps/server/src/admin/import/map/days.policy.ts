import { cleanMarks } from '@vid/contract/clean-text';
import { foldText } from './cell-text.ts';
import type { Reading } from './reading.ts';

const dayMs = 86_400_000;
/** Day 0 of the serial numbers of Excel. With 1900, it counts 1900-02-29 too, which did not exist. */
const serialStart = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const;
/** An instant in UTC. Lists that programs write have midnight in Vietnam as 17:00 of the day before. */
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z$/u;
const vietnamMs = 7 * 3_600_000;

/**
 * Reads a day as lists in Vietnam write it: day, month, year. An ISO day begins with the year. A spreadsheet's serial
 * number, an instant of the day before, two digits of the year and a month before its day are noted, because they may
 * mean another day. The words for “without end” give the empty text.
 * @param epoch the year from which the workbook counts days
 */
export function readDay(written: string, epoch: keyof typeof serialStart = 1900): Reading<string> {
  const text = cleanMarks(written.normalize('NFKC')).replace(/^['‘’`´]+/u, '');
  if (/^(?:vo|khong|khong xac dinh) thoi han$|^lau dai$/u.test(foldText(text))) return { value: '' };
  const serial = /^([2-7]\d{4})(?:[.,]\d+)?$/u.exec(text)?.[1];
  if (serial !== undefined) return { value: dayOf(serialStart[epoch] + Number(serial) * dayMs), note: 'day' };
  const at = instant.test(text) ? Date.parse(text) : Number.NaN;
  const here = Number.isNaN(at) ? undefined : dayOf(at + vietnamMs);
  if (here !== undefined && !text.startsWith(here)) return { value: here, note: 'day' };
  const parts = foldText(text.replace(/[\sT]\d{1,2}:\d{2}.*$/u, ''))
    .replace(/^ngay | thang| nam/gu, '')
    .split(' ');
  if (parts.length !== 3 || !parts.every((part) => /^\d{1,4}$/u.test(part))) return { problem: 'format' };
  const [first = 0, second = 0, third = 0] = parts.map(Number);
  if (parts[0]?.length === 4) return toReading([first, second, third], false);
  const isShort = parts[2]?.length === 2;
  const isMonthFirst = second > 12 && first <= 12;
  const [day, month] = isMonthFirst ? [second, first] : [first, second];
  return toReading([isShort ? 2_000 + third : third, month, day], isShort || isMonthFirst);
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
