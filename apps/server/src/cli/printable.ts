/**
 * The text with its control and format characters escaped. Anyone can send a request with some, and the operator's
 * terminal obeys them.
 */
export const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
