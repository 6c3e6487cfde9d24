import type { Locale } from '@vid/contract/limits';
import type { Text } from '@vid/contract/messages/words';
import { formatNational } from '../phone/phone.ts';

/**
 * Characters with which a spreadsheet begins a formula, at the start of a text or after any separator at
 * which a spreadsheet may split lines. Many spreadsheets split at semicolons, and then quotation marks inside
 * the line do not protect a cell.
 */
const formula = /(^|[,;:|\t\r\n]["\s]*)(?=[=+\-@＝＋－＠])/gu;

type Cell = string | number | null;

export type CsvColumn<Row> = { readonly title: Text; readonly cell: (row: Row, locale: Locale) => Cell };

/** Returns one part of a CSV file. Only the first part has a title row. */
export function csvPart<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  { isFirst, locale }: { readonly isFirst: boolean; readonly locale: Locale },
): string {
  const lines = rows.map((row) => csvLine(columns.map(({ cell }) => cell(row, locale))));
  // Excel recognizes UTF-8 only by a byte order mark.
  return isFirst
    ? `\u{FEFF}${csvLine(columns.map(({ title }) => title[locale]))}${lines.join('')}`
    : lines.join('');
}

/** Formats a phone with spaces, because spreadsheets drop the leading zero of bare digits. */
export const csvPhone = (phone: string | null): string | null => phone && formatNational(phone);

/**
 * Returns a line of a CSV file (RFC 4180), including the line end. Prefixes text that a spreadsheet would run
 * as a formula with an apostrophe (CWE-1236).
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = cell.replace(formula, "$1'").replace(/^(?=[\t\r])/u, "'");
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

let cellTime: Intl.DateTimeFormat | undefined;

/** Formats a time in Vietnam's time zone: `2026-11-26 08:56`. */
export function csvTime(time: Date | string): string {
  // Create the formatter on first use, because that takes 60 ms. The Swedish locale formats dates as in ISO
  // 8601.
  cellTime ??= new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Ho_Chi_Minh',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  return cellTime.format(new Date(time));
}
