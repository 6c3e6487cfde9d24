import { closest } from '#diagnosis/doctor/closest.ts';
import { differenceOf } from '#diagnosis/doctor/difference.ts';
import type { AttemptProblem } from './attempt.ts';

const maxLength = 500;

/** The user of an address and the values of its query may be secret or personal, so they are hidden. */
export function shownAddress(address: string): string {
  const text = address.slice(0, maxLength).replaceAll('\u0000', '').toWellFormed();
  return text
    .replace(/^([^/?#]*\/\/)[^/?#]*@/u, '$1…@')
    .replace(/#.*$/su, '#…')
    .replaceAll(/([?&][^=&#]*)=[^&#]*/gu, '$1=…');
}

/** The closest registered address shows why a redirect URI is refused. */
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
