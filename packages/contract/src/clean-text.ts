/** Functions that clean typed and pasted values. The pages, the API and the import share these functions. */

const tags = String.raw`\u{E0020}-\u{E007F}`;
/** Scripts in which a joiner changes the shape of letters. */
const joining = [
  'Arab',
  'Syrc',
  'Mong',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
  'Knda',
  'Mlym',
  'Sinh',
  'Khmr',
];
const afterJoining = `(?<![${joining.map((script) => String.raw`\p{Script=${script}}`).join('')}]\\p{M}*)`;

/**
 * Matches marks that people cannot see: zero-width marks, soft hyphens, byte-order marks, fillers, and direction
 * marks that do not reverse a text. Joiners stay inside emoji and in scripts that need them, variation selectors
 * after the characters that have variants, and tags in flags.
 */
const invisible = new RegExp(
  [
    // The exceptions have rules of their own: some of them below, marks that reverse a text at `atEnds`.
    String.raw`(?![\u061C\u180B-\u180F\u200C\u200D\u200F\u202B\u202D\u202E\u2067\uFE00-\uFE0F${tags}\u{E0100}-\u{E01EF}])\p{DI}`,
    String.raw`[\uFFF9-\uFFFB\u{1D159}]`,
    String.raw`${afterJoining}[\u180B-\u180F\u200C]`,
    String.raw`(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])${afterJoining}\u200D`,
    String.raw`\u200D(?=$|\s)`,
    String.raw`(?<![\p{Emoji}\p{Ideographic}])[\uFE00-\uFE0F]`,
    String.raw`(?<!\p{Ideographic})[\u{E0100}-\u{E01EF}]`,
    String.raw`(?<!\u{1F3F4}[${tags}]*)[${tags}]+`,
  ].join('|'),
  'gu',
);
/**
 * Matches spaces and direction marks at both ends. Overrides, which reverse a text, are not included, so that
 * validation rejects them.
 */
const atEnds = /^[\s\u061C\u200F\u202B\u2067\u2800]+|[\s\u061C\u200F\u202B\u2067\u2800]+$/gu;

/** Removes invisible marks, and trims spaces. */
export function cleanMarks(text: string): string {
  return text.replace(invisible, '').replace(atEnds, '');
}

export function hasMarks(text: string): boolean {
  return cleanMarks(text) !== text.replace(/^[^\S\uFEFF]+|[^\S\uFEFF]+$/gu, '');
}

/**
 * Returns a number or code without the separators that people write: spaces, invisible marks, dashes, dots and bullets
 * of all kinds, tildes and underscores. Folds full-width characters. Also removes the leading apostrophe that makes a
 * spreadsheet keep a number as text; an acute accent (U+00B4) typed instead becomes U+0301 by normalization.
 */
export function cleanDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/^[\u0301\s\p{Cf}'\u2018\u2019\u02BC`\u2032]+/u, '')
    .replace(/[\s\p{Cf}\p{DI}\u2800\u{1D159}_]/gu, '')
    .replace(/[\p{Pd}~\u02D7\u2043\u2053\u2212\u223C\u23AF\u2500\u2501\u30FC]/gu, '')
    .replace(/[.\u00B7\u2022\u2027\u2219\u22C5\u25CF\u3002\u30FB]/gu, '');
}

/** The number of a link ends at its parameters or the digits to dial later (`,,123`), but not at a second number. */
const link =
  /^[\s\p{Cf}]*(?:(?:tel|sms|smsto|callto):(?:\/\/)?|(?:https?:\/\/)?zalo\.me\/)((?:[^,;?]|[,;](?=\s*[+(\d][\d\s.()-]{7}))*).*$/isu;
/** ASCII characters other than letters, percent-encoded as browsers copy them from a link. */
const escaped = /%[23][\dA-F]/giu;
const unescape = (code: string): string => decodeURIComponent(code);

/**
 * Returns a phone number without separators, quotation marks and brackets, without a scheme (`tel:`, `sms:` or
 * `callto:`) or the address of a Zalo profile, and without the parameters of RFC 3966.
 */
export function cleanPhone(text: string): string {
  return cleanDigits(
    text.normalize('NFKC').replace(link, (_link, number: string) => number.replace(escaped, unescape)),
  ).replace(/[\p{Ps}\p{Pe}\p{Pi}\p{Pf}<>"'|/\\\u2044]|[,;:]$/gu, '');
}

/**
 * Returns an e-mail address without invisible marks or `mailto:`, with full-width characters folded. Letters keep their
 * case.
 */
export function cleanEmail(text: string): string {
  return cleanMarks(text.normalize('NFKC')).replace(/^mailto:/iu, '');
}
