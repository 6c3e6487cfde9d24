import { termsVersion } from '@vid/contract/limits';

const known = ['openid', 'profile', 'email', 'phone', 'vid', 'broker', 'offline_access'] as const;

/** Returns the scopes that have a description. The server grants no other scopes. */
export function knownScopes(scopes: readonly string[]): (typeof known)[number][] {
  return known.filter((scope) => scopes.includes(scope));
}

/** Returns a legal text's version as users see it. A consent identifies the built-in text, version 1, by its date. */
export function shownVersion(noticeVersion: string): string {
  return noticeVersion === termsVersion ? '1' : noticeVersion;
}
