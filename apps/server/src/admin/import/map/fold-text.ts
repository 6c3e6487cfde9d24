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
