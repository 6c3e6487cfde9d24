import { useQuery } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { useAuth } from '#state/auth.ts';

export type Passkey = Answer<'GET /vid/api/passkeys'>[number];

/** Keyed by account, so that one account never sees the cached list of another. */
export function usePasskeysKey() {
  const account = useAuth((state) => state.user?.id ?? null);
  return ['passkeys', account] as const;
}

/** The passkeys of the account, the newest first. */
export function usePasskeys() {
  const queryKey = usePasskeysKey();
  return useQuery({
    queryKey,
    // During sign-out the page is briefly mounted without an account.
    enabled: queryKey[1] !== null,
    queryFn: ({ signal }) => api.get('/vid/api/passkeys', { signal, isRepeatable: true }),
  });
}
