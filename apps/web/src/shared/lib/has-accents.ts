/** Returns whether a text has letters that only some keyboards can type, such as the letters of Telex and VNI. */
export const hasAccents = (text: string): boolean => /(?![A-Za-z])[\p{L}\p{M}]/u.test(text);
