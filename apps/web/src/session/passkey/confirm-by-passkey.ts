import { api } from '#shared/api/api.ts';
import { askPasskey, passkeyFailure } from './device.ts';

/** Confirms the session with a passkey. Rejects with an error to show. */
export async function confirmByPasskey(): Promise<void> {
  try {
    const options = await api.post('/vid/ajax/auth/reauthenticate/passkey/options');
    await api.post('/vid/ajax/auth/reauthenticate', { body: { passkey: await askPasskey(options) } });
  } catch (error) {
    throw await passkeyFailure(error);
  }
}
