import { termsVersion } from '@vid/contract/limits';

const known = ['openid', 'profile', 'email', 'phone', 'vid', 'broker', 'offline_access'] as const;

/** Returns the scopes that have a description. The server grants no other scopes. */
export function knownScopes(scopes: readonly string[]): (typeof known)[number][] {
  return known.filter((scope) => scopes.includes(scope));
}

/** Returns the version of a legal text as users see it. A consent names the built-in text, version 1, by its date. */
export function shownVersion(noticeVersion: string): string {
  return noticeVersion === termsVersion ? '1' : noticeVersion;
}
