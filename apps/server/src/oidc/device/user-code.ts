import { cleanDigits } from '@vid/contract/clean-text';
import { checkCharacterOf, cleanCode, digits, isChecked } from '#lib/text/typed-code.ts';

/**
 * Returns a device authorization response (RFC 8628 section 3.2) with a check digit after the user code, and
 * any other response unchanged.
 */
export function withCheckDigit(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { user_code: code, verification_uri_complete: address } = body;
  if (typeof code !== 'string' || typeof address !== 'string') return body;
  const checked = code + checkCharacterOf(cleanDigits(code), digits);
  return {
    ...body,
    user_code: checked,
    verification_uri_complete: address.replace(encodeURIComponent(code), encodeURIComponent(checked)),
  };
}

/** Returns a typed user code without separators and check digit; undefined if the code is mistyped. */
export function readUserCode(typed: string): string | undefined {
  const code = cleanCode(typed);
  return /^[0-9]{10}$/u.test(code) && isChecked(code, digits) ? code.slice(0, -1) : undefined;
}
