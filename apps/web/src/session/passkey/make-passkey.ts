import { startRegistration } from '@simplewebauthn/browser';
import type { Answer } from '#shared/api/request-types.ts';

type CreationOptions = Answer<'POST /vid/api/passkey-options'>;

/** Asks the device to create a passkey. */
export async function makePasskey(options: CreationOptions) {
  const { id, response } = await startRegistration({ optionsJSON: options });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, response: { clientDataJSON, attestationObject, transports } };
}
