import { startAuthentication } from '@simplewebauthn/browser';
import { ApiFailure } from '#shared/api/api-failure.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { message } from '#shared/forms/message.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { supportsPasskeys } from './this-browser.ts';

type RequestOptions = Answer<'POST /vid/ajax/auth/login/passkey/options'>;

/**
 * Asks the password manager, if the browser supports the signal, to delete a passkey that the server does
 * not know.
 */
export function signalUnknown(credentialId: string): void {
  if (!('signalUnknownCredential' in PublicKeyCredential)) return;
  PublicKeyCredential.signalUnknownCredential({ rpId: location.hostname, credentialId }).catch(() => {});
}

/** Asks the device to sign with one of its passkeys, in a browser window or in a field's autofill. */
export async function askPasskey(options: RequestOptions, place: 'window' | 'autofill' = 'window') {
  const { id, response } = await startAuthentication({
    optionsJSON: options,
    useBrowserAutofill: place === 'autofill',
  });
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response;
  return { id, response: { clientDataJSON, authenticatorData, signature, userHandle } };
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

export const isAlreadyHere = (error: unknown): boolean => nameOf(error) === 'InvalidStateError';

/** Returns whether a newer request replaced this request, or the user left its page. */
export const isReplaced = (error: unknown): boolean => nameOf(error) === 'AbortError';

/**
 * Returns the error to show: the server's text, or our text for the browser's error. Browsers do not distinguish a
 * cancelled request from a missing passkey (WebAuthn Level 3, section 14.5.2).
 */
export async function passkeyFailure(error: unknown): Promise<Error> {
  if (error instanceof ApiFailure) return error;
  await loadTexts('security');
  if (!supportsPasskeys()) return new Error(message('passkey.unsupported'), { cause: error });
  const text = isAlreadyHere(error) ? message('passkey.alreadyHere') : message('passkey.notDone');
  return new Error(text, { cause: error });
}
