/**
 * Returns the text of a cell without surrounding spaces. VID's own CSV files put an apostrophe before a text that a
 * spreadsheet would run as a formula; it is not part of the text.
 */
export function cleanCell(text: string): string {
  return text.replace(/^'(?=[=+\-@\t\r])/u, '').trim();
}

/**
 * Returns the text in lower case without diacritics and punctuation, with single spaces: “Tỉnh/Thành phố” becomes `tinh
 * thanh pho`.
 */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('đ', 'd')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
