import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';
import { useAuth } from '#state/auth.ts';

/** Keyed by account, so that one account never sees the cached data of another. */
function useInformationKey() {
  const account = useAuth((state) => state.user?.id ?? null);
  return ['information', account] as const;
}

/** What the profile page shows besides `me`. */
export function useInformation() {
  const queryKey = useInformationKey();
  return useQuery({
    queryKey,
    // During sign-out the page is briefly mounted without an account.
    enabled: queryKey[1] !== null,
    queryFn: ({ signal }) => api.get('/vid/api/users/information', { signal, isRepeatable: true }),
  });
}

/** Loads it again after a change. */
export function useReloadInformation(): () => Promise<void> {
  const queryClient = useQueryClient();
  const queryKey = useInformationKey();
  return () => queryClient.invalidateQueries({ queryKey });
}
