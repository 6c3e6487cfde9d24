/**
 * Escapes the control and format characters of a text. Anyone can send a request that contains such
 * characters, and the operator's terminal would interpret them.
 */
export const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
