/** A spreadsheet runs a cell that begins with one of these characters as a formula. */
const formula = /^[=+\-@\t\r]/u;

/**
 * Returns a line of a CSV file (RFC 4180) with its line end. A text that a spreadsheet would run as a formula gets a
 * leading apostrophe (CWE-1236).
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// The Swedish locale writes dates in the form of ISO 8601.
const cellTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Ho_Chi_Minh',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/** Formats a time for a cell, in the time zone of Vietnam as on the pages: `2026-11-26 08:56`. */
export const csvTime = (isoTime: string): string => cellTime.format(new Date(isoTime));
