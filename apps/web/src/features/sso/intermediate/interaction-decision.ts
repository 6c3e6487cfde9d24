import type { Answer } from '#shared/api/request-types.ts';

export type InteractionInfo = Answer<'GET /vid/api/sso/interactions/:uid'>;

export type InteractionDecision = 'signIn' | 'signInAgain' | 'name' | 'continue' | 'ask';

/** Decides what an OpenID Connect request needs from the user next. */
export function decideInteraction(info: InteractionInfo): InteractionDecision {
  if (info.account === null) return 'signIn';
  if (info.needsFreshSignIn) return 'signInAgain';
  if (info.requiresName && !info.account.name) return 'name';
  // A sign-in completes a login prompt. If consent is also needed, the server requests it in the next prompt.
  return info.prompt === 'login' ? 'continue' : 'ask';
}

/** Returns a login hint that may be prefilled as a phone number, or null. */
export function phoneHint(hint: string | null): string | null {
  return hint !== null && /^\+?[\d .-]{8,20}$/.test(hint) ? hint : null;
}
