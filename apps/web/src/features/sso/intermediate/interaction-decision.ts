import type { Answer } from '#shared/api/request-types.ts';

export type InteractionInfo = Answer<'GET /vid/api/sso/interactions/:uid'>;

export type InteractionDecision = 'signIn' | 'signInAnew' | 'goOn' | 'ask';

/** What an OpenID Connect request needs next of the person. */
export function decideInteraction(info: InteractionInfo): InteractionDecision {
  if (info.account === null) return 'signIn';
  if (info.needsFreshSignIn) return 'signInAnew';
  // A sign-in answers a request for one. It is no consent: where one is needed the server asks for it next.
  return info.prompt === 'login' ? 'goOn' : 'ask';
}

/** A hint that may stand in the field for the phone. */
export function phoneHint(hint: string | null): string | null {
  return hint !== null && /^\+?[\d .-]{8,20}$/.test(hint) ? hint : null;
}

const known = ['openid', 'profile', 'email', 'phone', 'vid', 'offline_access'] as const;

/** The scopes there are words for; the server grants no others. */
export function knownScopes(scopes: readonly string[]): (typeof known)[number][] {
  return known.filter((scope) => scopes.includes(scope));
}
