/**
 * A reference has 10 characters for a refusal or 12 for a request, without the look-alikes 0, 1, I, L and
 * O.
 */
const form = /^[2-9A-HJKMNP-Z]{10}(?:[2-9A-HJKMNP-Z]{2})?$/u;

/** Parses a reference typed in any case and with spaces or hyphens. Returns null for any other text. */
export function readReference(typed: string): string | null {
  const reference = typed.toUpperCase().replaceAll(/[\s-]/gu, '');
  // Require a letter, because a phone number without 0 and 1 would match too.
  return form.test(reference) && /[A-Z]/u.test(reference) ? reference : null;
}
