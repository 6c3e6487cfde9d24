import { encodeSsoMessage, type SsoMessageCode } from '@vid/contract/sso/sso-messages';
import { useSso } from '#state/sso.ts';
import { messageOrigin } from './sso-answer.ts';

export function findOpener(): Window | null {
  const opener: Window | null = globalThis.opener;
  return opener === null || opener.closed ? null : opener;
}

/** Returns whether the application expects the authorization response as a message to its window. */
export const isWindowMode = (): boolean => useSso.getState().settings?.mode === 'window';

/**
 * Posts a message to the opener, and only to the origin of the redirect URI that the server has validated (security
 * case W1). Returns false if there is no opener or no such origin.
 */
export function postToOpener(code: SsoMessageCode, message: unknown): boolean {
  const { settings, enabled } = useSso.getState();
  const origin = enabled && settings?.redirectTo ? messageOrigin(settings.redirectTo) : null;
  const opener = findOpener();
  if (origin === null || opener === null) return false;
  opener.postMessage(encodeSsoMessage(code, message), origin);
  return true;
}
