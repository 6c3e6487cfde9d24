const known = ['openid', 'profile', 'email', 'phone', 'vid', 'broker', 'offline_access'] as const;

/** Returns the scopes that have a description. The server grants no other scopes. */
export function knownScopes(scopes: readonly string[]): (typeof known)[number][] {
  return known.filter((scope) => scopes.includes(scope));
}
