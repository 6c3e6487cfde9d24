/**
 * Returns whether a text has letters other than A to Z, such as Vietnamese letters, which only some
 * keyboards can type.
 */
export const hasAccents = (text: string): boolean => /(?![A-Za-z])[\p{L}\p{M}]/u.test(text);
