/** Whether a text has letters that only some keyboards type, as Telex and VNI make them. */
export const hasAccents = (text: string): boolean => /(?![A-Za-z])[\p{L}\p{M}]/u.test(text);
