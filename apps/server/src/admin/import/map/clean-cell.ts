/**
 * Returns the text of a cell without surrounding spaces. VID's own CSV files put an apostrophe before a text that a
 * spreadsheet would run as a formula; it is not part of the text.
 */
export function cleanCell(text: string): string {
  return text.replace(/^'(?=[=+\-@\t\r])/u, '').trim();
}
