import type { RowNote } from '@vid/contract/endpoints/admin/transfers/import-shapes';

/** Value of a cell, with a note if it was changed, or the reason why the cell cannot be used. */
export type Reading<T> = { readonly value: T; readonly note?: RowNote } | { readonly problem: RowNote };

/** Precedes a formula whose result the file does not contain. A plain text that begins with `=` has no such mark. */
const noResult = '#N/A =';

/**
 * Returns the text of a cell, trimmed. The formula `="0912345678"` keeps a leading zero in Excel, and VID's own
 * CSV files put an apostrophe before text that a spreadsheet would run as a formula. The marks of the
 * formula and the apostrophe are removed.
 */
export function cleanCell(text: string): string {
  const formula =
    /^(?:#N\/A )?\s*=\s*(?:T\(\s*)?("(?:[^"]|"")*"(?:\s*&\s*"(?:[^"]|"")*")*|\d+)\s*\)?\s*$/iu.exec(
      text,
    )?.[1];
  const content = formula?.replace(/^"|"$|"\s*&\s*"/gu, '').replaceAll('""', '"');
  return (content ?? text).replace(/(^|[,;:|\t\r\n]["\s]*)'(?=[=+\-@＝＋－＠\t\r])/gu, '$1').trim();
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  nbsp: ' ',
};
const entityMarks: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
};

/** Decodes the escapes of HTML and JSON: `Nguy&#7877;n`, `C&ocirc;ng ty`, `A &amp; B` and `Nguy\u1EC5n`. */
export function decodeEscapes(text: string): string {
  return text
    .replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/giu, (escape, hex: string | undefined, decimal = '') => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0x1f && code <= 0x10_ff_ff ? String.fromCodePoint(code) : escape;
    })
    .replace(/&([a-z])(grave|acute|circ|tilde);/giu, (_, letter: string, mark: string) =>
      `${letter}${entityMarks[mark] ?? ''}`.normalize('NFC'),
    )
    .replace(/\\u([\da-f]{4})/giu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&(amp|quot|apos|lt|gt|nbsp);/giu, (escape, name: string) => entities[name] ?? escape);
}

/**
 * Returns the text in lower case without diacritics or punctuation, with single spaces: “Tỉnh/Thành phố”
 * becomes `tinh thanh pho`.
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

export function isErrorCell(text: string): boolean {
  if (text.startsWith(noResult)) return true;
  return /^(?:#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|PYTHON!|GETTING_DATA|ERROR!)|#+|Err:\d{3})$/iu.test(
    text.trim(),
  );
}

export const texts = (list: string): readonly string[] => list.trim().split(/,\s+/u);

/** Extends a pattern to match its words without diacritics as well. */
const withPlain = (words: string): string =>
  words.replace(/[\p{L}]+/gu, (word) => (foldText(word) === word ? word : `(?:${word}|${foldText(word)})`));
const phrase = (source: string): RegExp =>
  new RegExp(`^(?:${withPlain(source).replace(/\s*\n\s*/gu, '')})$`, 'u');

/** Matches phrases that mean “no value”, such as “chưa có email”, “không sử dụng” and “sẽ bổ sung sau”. */
const noValue = phrase(`(?:(?:hiện|hiện tại|tạm|tạm thời|vẫn) )?(?:không|ko|kg|hk|hông|hổng|chưa|đang|sẽ|chờ)
  (?: (?:có|dùng|sử dụng|xài|rõ|biết|xác định|áp dụng|cập nhật|bổ sung|cung cấp|khai|kê khai|đăng ký|đăng kí|lập|ghi|
  nhớ|muốn|nhập|điền|cho|chờ|thông tin|dữ liệu|gì|mail|email|e mail|mst|mã số thuế|công ty|sđt|số điện thoại|nữa|sau))+|
  không|ko|k|k có|kg|chưa|cập nhật sau|bổ sung sau|trống|bỏ trống|để trống|
  quên|bí mật`);
/** Phrases that stand for a missing name even if they are written without diacritics. */
const noName = phrase(`(?:(?:hiện|tạm) )?(?:không|ko|chưa) (?:có|rõ|biết|cập nhật|cung cấp|xác định)(?: .*)?|
  (?:đang|sẽ|chờ) (?:cập nhật|bổ sung|cung cấp)(?: .*)?|(?:cập nhật|bổ sung) sau|bỏ trống|để trống`);
/** Words for an empty value in program output and English lists. */
const machineWords = new Set(
  texts(`null, none, none yet, nil, nan, nat, undefined, unknown, unspecified, blank, empty, missing, pending, true,
    false, na, n a, tbd, tba, tbc, no, no data, no email, no mail, no phone, not available, not applicable, not provided,
    not yet, to be updated, to be confirmed, updating, x, xx, xxx`),
);

const isMachineWordForName = (text: string): boolean =>
  !/^N(?:ull|an)$/u.test(text) &&
  /^[([<]?(?:null|none|undefined|nan|n[/.\\]a\.?|true|false|not available|x{1,3})[)\]>]?$/iu.test(text);

/**
 * Returns whether a text that is not empty means that there is no value: “không có”, “-”, “đang cập nhật”.
 * @param isName true if the text may be a person's name
 */
export function isNoValue(text: string, isName = false): boolean {
  const folded = foldText(text);
  if (folded === '') return text.trim() !== '';
  if (/^[0 ]+$/u.test(folded)) return true;
  if (isName ? isMachineWordForName(text.trim()) : machineWords.has(folded)) return true;
  const parts = text
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{N} ]+/u)
    .map((part) => part.replace(/\s+/gu, ' ').trim())
    .filter((part) => part !== '');
  // Without diacritics, “dang khai” may be the name “Đặng Khải”.
  const isPlain = /^\p{ASCII}*$/u.test(parts.join(''));
  return parts.every((part) => (isName && isPlain ? noName : noValue).test(part));
}
