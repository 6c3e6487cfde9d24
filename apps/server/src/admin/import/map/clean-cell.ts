/**
 * A cell without the spaces around it. Our own CSV files have an apostrophe before texts that a spreadsheet would run as
 * a formula; it is not part of the text.
 */
export function cleanCell(text: string): string {
  return text.replace(/^'(?=[=+\-@\t\r])/u, '').trim();
}
