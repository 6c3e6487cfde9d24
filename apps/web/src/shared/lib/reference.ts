/** A reference has 10 characters (a refusal) or 12 (a request), without those that are confused when read aloud. */
const form = /^[2-9A-HJKMNP-Z]{10}(?:[2-9A-HJKMNP-Z]{2})?$/u;

/** Returns the reference that a person has typed, in any case and with spaces; null for any other text. */
export function readReference(typed: string): string | null {
  const reference = typed.toUpperCase().replaceAll(/[\s-]/gu, '');
  // A phone number without 0 and 1 has the same form.
  return form.test(reference) && /[A-Z]/u.test(reference) ? reference : null;
}
