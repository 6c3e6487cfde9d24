import { closest } from '#diagnosis/doctor/closest.ts';
import { differenceOf } from '#diagnosis/doctor/difference.ts';
import type { AttemptProblem } from './attempt.ts';

const maxLength = 500;

/**
 * Returns the first `maxLength` characters of a URL, with `…` for its user information, query values and
 * fragment, which may be secret or personal.
 */
export function shownAddress(address: string): string {
  const text = address.slice(0, maxLength).replaceAll('\u0000', '').toWellFormed();
  return text
    .replace(/^([^/?#]*\/\/)[^/?#]*@/u, '$1…@')
    .replace(/#.*$/su, '#…')
    .replaceAll(/([?&][^=&#]*)=[^&#]*/gu, '$1=…');
}

/**
 * Explains a refused redirect URI. Lists the registered URIs if it is missing, and otherwise compares it with
 * the closest registered URI.
 */
export function redirectProblem(
  error: string,
  sent: string | undefined,
  registered: readonly string[],
): AttemptProblem {
  if (sent === undefined) return { code: 'redirectMissing', error, expected: registered };
  const near = closest(sent, registered);
  return {
    code: 'redirectMismatch',
    error,
    sent: shownAddress(sent),
    expected: near === undefined ? [] : [near],
    difference: near === undefined ? null : (differenceOf(sent, near) ?? null),
  };
}
