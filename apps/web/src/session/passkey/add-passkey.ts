import { platformAuthenticatorIsAvailable, startRegistration } from '@simplewebauthn/browser';
import { api } from '#shared/api/api.ts';
import { isAlreadyHere, passkeyFailure } from './device.ts';
import { isMadeHere, rememberMadeHere, supportsPasskeys } from './this-browser.ts';
import type { Answer } from '#shared/api/request-types.ts';

type CreationOptions = Answer<'POST /vid/api/passkey-options'>;

async function makePasskey(options: CreationOptions) {
  const { id, response } = await startRegistration({ optionsJSON: options });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, response: { clientDataJSON, attestationObject, transports } };
}

export const getCreationOptions = () => api.post('/vid/api/passkey-options');

/**
 * Makes a passkey on this device and adds it to the account.
 * @throws Error with a message for the user
 */
export async function addPasskey(getOptions = getCreationOptions) {
  try {
    const passkey = await makePasskey(await getOptions());
    const added = await api.post('/vid/api/passkeys', { body: { passkey } });
    rememberMadeHere(added.id);
    return added;
  } catch (error) {
    throw await passkeyFailure(error);
  }
}

export const hasPasskeyAlready = (error: unknown): boolean =>
  error instanceof Error && isAlreadyHere(error.cause);

/**
 * Returns whether to offer a passkey: the device can create one, the server says that an offer is due, and
 * the account has no passkey that was created in this browser.
 */
export async function isOfferDue(): Promise<boolean> {
  if (!supportsPasskeys() || !(await platformAuthenticatorIsAvailable())) return false;
  const [{ isDue }, passkeys] = await Promise.all([
    api.get('/vid/api/passkey-offer'),
    api.get('/vid/api/passkeys'),
  ]);
  return isDue && !passkeys.some(({ id }) => isMadeHere(id));
}

export async function declineOffer(): Promise<void> {
  await api.post('/vid/api/passkey-offer/decline');
}
