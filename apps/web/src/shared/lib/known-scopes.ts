const known = ['openid', 'profile', 'email', 'phone', 'vid', 'broker', 'offline_access'] as const;

/** The scopes that have a description. The server grants no others. */
export function knownScopes(scopes: readonly string[]): (typeof known)[number][] {
  return known.filter((scope) => scopes.includes(scope));
}
