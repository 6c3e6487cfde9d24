import { cleanMarks, cleanPhone } from '@vid/contract/clean-text';
import type { Fragment, Queryable } from '#database/connection.ts';
import { parsePhone } from '#lib/phone/phone.ts';
import { foldText } from './search-keys.ts';

/**
 * Returns the folded text that a search compares. A phone number may be typed in any notation, including the
 * eleven digits used until 2018, and with words next to it. A Vietnamese mobile number gets its national form,
 * which may also be the beginning of a tax code.
 */
export function searchText(typed: string): string {
  const digits = cleanPhone(typed);
  if (/^\+?\d{3,15}$/u.test(digits)) return nationalForm(digits) ?? digits.replace(/^0084/u, '+84');
  // A pasted cell may have words next to a whole number: “ĐT: 0912 345 678 (Zalo)”.
  const [number] =
    /(?<![\p{L}\p{N}_@.])\+?\d[\d\s.()-]{7,18}\d(?![\p{L}\p{N}_@])/u.exec(typed.normalize('NFKC')) ?? [];
  return (number === undefined ? undefined : nationalForm(number)) ?? foldText(cleanMarks(typed));
}

function nationalForm(number: string): string | undefined {
  const phone = parsePhone(number, ['VN']);
  return 'e164' in phone ? `0${phone.e164.slice('+84'.length)}` : undefined;
}

/** Selects whether `key` begins with a text, as a range that an index with the collation "C" supports. */
export function startsWith(sql: Queryable, key: Fragment, text: string): Fragment {
  return sql`(${key} >= ${text} and ${key} < ${`${text}\u{10FFFF}`})`;
}
