import { api } from '#shared/api/api.ts';

/** Activates the authenticator app that shows `code`. Returns the recovery codes. */
export async function confirmSetup(code: string): Promise<readonly string[]> {
  const { recoveryCodes } = await api.post('/vid/api/users/two-step/confirm', { body: { code } });
  return recoveryCodes;
}
