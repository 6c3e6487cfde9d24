/**
 * A reference has 10 characters for a refusal or 12 for a request, and none of the characters that sound or look
 * alike.
 */
const form = /^[2-9A-HJKMNP-Z]{10}(?:[2-9A-HJKMNP-Z]{2})?$/u;

/** Reads a reference that a person typed in any case and with spaces. Returns null for any other text. */
export function readReference(typed: string): string | null {
  const reference = typed.toUpperCase().replaceAll(/[\s-]/gu, '');
  // A phone number without 0 and 1 has the same form, so require a letter.
  return form.test(reference) && /[A-Z]/u.test(reference) ? reference : null;
}
