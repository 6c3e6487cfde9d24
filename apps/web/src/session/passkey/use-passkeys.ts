import { useAccountKey, useAccountQuery } from '#session/account-query.ts';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';

export type Passkey = Answer<'GET /vid/api/passkeys'>[number];

const name = 'passkeys';

export const usePasskeysKey = () => useAccountKey(name);

/** The passkeys of the account, the newest first. */
export function usePasskeys() {
  return useAccountQuery(name, ({ signal }) => api.get('/vid/api/passkeys', { signal, isRepeatable: true }));
}
