import { cleanDigits, cleanMarks } from './clean-text.ts';

/**
 * The result of checking a Vietnamese tax code (MST). A code has 10 digits with a check digit, 13 with a branch, or 12
 * as a personal number.
 */
export type TaxCodeVerdict = 'ok' | 'unverified' | 'malformed';

const weights = [31, 29, 23, 19, 17, 13, 7, 5, 3] as const;

/**
 * Removes separators and folds full-width digits: `0314409058-002` becomes `0314409058002`. The `.0` that a spreadsheet
 * appends to a number is not a digit of the code.
 */
export function normaliseTaxCode(input: string): string {
  return cleanDigits(cleanMarks(input).replace(/^(\D*\d{9,13})[.,]0+$/u, '$1'));
}

/**
 * Checks a tax code. `malformed`: the text does not have the shape of a tax code, or its branch number is 000.
 * `unverified`: the shape is right, but the serial number is zero or the check digit does not match. `unverified` is a
 * warning and not a refusal, because no digit matches the remainder 0, which gives 10.
 */
export function checkTaxCode(input: string): TaxCodeVerdict {
  const code = normaliseTaxCode(input);
  if (/^\d{12}$/u.test(code)) return 'ok';
  if (!/^\d{10}(\d{3})?$/u.test(code)) return 'malformed';
  if (code.length === 13 && code.endsWith('000')) return 'malformed';
  if (/^\d\d0{7}/u.test(code)) return 'unverified';
  const sum = weights.reduce((total, weight, index) => total + weight * Number(code[index]), 0);
  return 10 - (sum % 11) === Number(code[9]) ? 'ok' : 'unverified';
}

/** Formats a tax code as printed on documents: a dash before the branch number. */
export function formatTaxCode(code: string): string {
  return code.length === 13 ? `${code.slice(0, 10)}-${code.slice(10)}` : code;
}
