import { api } from '#shared/api/api.ts';
import { supportsPasskeys } from './this-browser.ts';

/**
 * Tells the password manager the account's names and passkeys, so that it shows the current names and hides removed
 * passkeys. A browser without these signals makes no request.
 */
export async function signalPasskeys(): Promise<void> {
  if (!supportsPasskeys() || !('signalAllAcceptedCredentials' in PublicKeyCredential)) return;
  const { rpId, userId, credentialIds, ...names } = await api.get('/vid/api/passkey-signals');
  if (userId === null) return;
  await PublicKeyCredential.signalCurrentUserDetails({ rpId, userId, ...names });
  await PublicKeyCredential.signalAllAcceptedCredentials({
    rpId,
    userId,
    allAcceptedCredentialIds: credentialIds,
  });
}
