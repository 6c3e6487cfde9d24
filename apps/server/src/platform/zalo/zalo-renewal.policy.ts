import type { Exchange } from '#ports/zalo-oauth.ts';

/**
 * Access tokens are valid for 25 hours. Renewing them 6 hours before they expire leaves time for many
 * attempts and for an operator.
 */
export const renewalPolicy = { secondsBeforeEnd: 6 * 3_600, everyMinutes: 10, leaseSeconds: 60 } as const;

export type TriedToken = { readonly which: 'current' | 'former'; readonly outcome: Exchange['outcome'] };

/**
 * Returns the refresh token to try next; undefined to end the run. Zalo refuses the current token if an
 * earlier use succeeded but the response was lost; the former token is then the only remaining chance. After
 * any other failure, the next run starts with the current token again.
 */
export function nextToken(tried: readonly TriedToken[], hasFormer: boolean): TriedToken['which'] | undefined {
  const last = tried.at(-1);
  if (last === undefined) return 'current';
  return last.outcome === 'refused' && last.which === 'current' && hasFormer ? 'former' : undefined;
}

/**
 * Returns whether Zalo has refused every refresh token, after which only the operator can connect the account
 * again.
 */
export function isRefused(tried: readonly TriedToken[]): boolean {
  return tried.length > 0 && tried.every(({ outcome }) => outcome === 'refused');
}
