import type { Fragment, Queryable } from '#database/connection.ts';
import { foldText } from './search-keys.ts';

/** The folded text that a search compares. A phone number may have spaces, dots, hyphens and brackets. */
export function searchText(typed: string): string {
  const folded = foldText(typed);
  const digits = folded.replaceAll(/[ .()-]/gu, '');
  if (!/^\+?\d{3,15}$/u.test(digits)) return folded;
  return digits.replace(/^0084/u, '+84').replace(/^84(?=\d{9}$)/u, '+84');
}

/** The condition that `key` begins with a text, as a range of an index with the collation "C". */
export function startsWith(sql: Queryable, key: Fragment, text: string): Fragment {
  return sql`(${key} >= ${text} and ${key} < ${`${text}\u{10FFFF}`})`;
}
