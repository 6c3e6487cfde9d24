import { api } from '#shared/api/api.ts';
import { askPasskey, passkeyFailure } from './device.ts';

export async function confirmByPasskey(): Promise<void> {
  try {
    const options = await api.post('/vid/ajax/auth/reauthenticate/passkey/options');
    await api.post('/vid/ajax/auth/reauthenticate', { body: { passkey: await askPasskey(options) } });
  } catch (error) {
    throw await passkeyFailure(error);
  }
}
