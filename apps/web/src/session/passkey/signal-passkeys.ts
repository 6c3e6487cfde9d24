import { api } from '#shared/api/api.ts';

/**
 * Tells the password manager the account's names and passkeys, so that it shows the current names and hides removed
 * passkeys. Makes no request in a browser without these signals. Call it only in a browser that supports passkeys.
 */
export async function signalPasskeys(): Promise<void> {
  if (!('signalAllAcceptedCredentials' in PublicKeyCredential)) return;
  const { rpId, userId, credentialIds, ...names } = await api.get('/vid/api/passkey-signals');
  if (userId === null) return;
  await PublicKeyCredential.signalCurrentUserDetails({ rpId, userId, ...names });
  await PublicKeyCredential.signalAllAcceptedCredentials({
    rpId,
    userId,
    allAcceptedCredentialIds: credentialIds,
  });
}
