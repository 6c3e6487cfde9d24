/** A Vietnamese tax code (MST): 10 digits with a check digit, 13 with a branch, or a 12-digit personal number. */
export type TaxCodeVerdict = 'ok' | 'unverified' | 'malformed';

const weights = [31, 29, 23, 19, 17, 13, 7, 5, 3] as const;

/** Removes spaces, dots and dashes and folds full-width digits: `0314409058-002` becomes `0314409058002`. */
export function normaliseTaxCode(input: string): string {
  return input.normalize('NFKC').replace(/[\s.\-–]/gu, '');
}

/**
 * Checks a tax code. `malformed`: not the shape of a tax code. `unverified`: the shape is right but the check digit
 * does not match. That is a warning and not a refusal, because the rule has edge cases (remainder 0 gives 10).
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
