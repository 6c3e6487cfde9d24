/**
 * Returns the text of a cell without surrounding spaces. Excel users write `="0912345678"`, so that a number stays a
 * text. VID's own CSV files put an apostrophe before a text that a spreadsheet would run as a formula. Neither the
 * formula nor the apostrophe is part of the text.
 */
export function cleanCell(text: string): string {
  const formula = /^\s*=\s*(?:T\(\s*)?(?:"((?:[^"]|"")*)"(?:\s*&\s*"")?|(\d+))\s*\)?\s*$/iu.exec(text);
  return (formula?.[1]?.replaceAll('""', '"') ?? formula?.[2] ?? text)
    .replace(/(^|[,;:|\t\r\n]["\s]*)'(?=[=+\-@＝＋－＠\t\r])/gu, '$1')
    .trim();
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

/** Returns whether a cell has the error of a formula, as Excel and LibreOffice write it. */
export function isErrorCell(text: string): boolean {
  return /^(?:#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|PYTHON!|GETTING_DATA|ERROR!)|#+|Err:\d{3})$/iu.test(
    text.trim(),
  );
}

export const texts = (list: string): readonly string[] => list.trim().split(/,\s+/u);

const noValues = new Set(
  texts(`khong co, khong, ko co, ko, k co, kg co, khong co thong tin, chua co, chua, chua ro, chua biet,
   chua co thong tin, chua cap nhat, dang cap nhat, cap nhat sau, bo sung sau, dang bo sung, khong ro,
   khong biet, trong, bo trong, de trong, null, none, nil, nan, undefined, unknown, not available,
   not applicable, no data, n a, na, tbd, tba, blank, empty, no, x, 0`),
);
/** Such as “chưa có email”, “không sử dụng” and “sẽ bổ sung”, without diacritics. */
const noValueWords =
  /^(?:khong|ko|kg|hk|chua|dang|se)(?: (?:co|dung|su dung|xai|ro|biet|xac dinh|cap nhat|bo sung|cung cap|khai|ke khai|dang ky|nhap|dien|cho|thong tin|du lieu|gi|mail|email|e mail|mst|ma so thue|cong ty|sdt|so dien thoai|nua))+$/u;
/** Words that are, or may be part of, a name. With diacritics, “không” and “chưa” are no names. */
const namesToo = new Set(
  texts('na, no, x, 0, chua, trong, nil, nan, ko, khong, none, null, undefined, unknown, blank, empty'),
);

/** Returns whether a text is what people write where they have no value: “không có”, “-”, “đang cập nhật”. */
export function isNoValue(text: string, isName = false): boolean {
  const folded = foldText(text);
  if (folded === '') return text.trim() !== '';
  if (noValueWords.test(folded)) return true;
  if (!noValues.has(folded)) return false;
  return !isName || !namesToo.has(folded) || /không|chưa|trống/iu.test(text);
}
