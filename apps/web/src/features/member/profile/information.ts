import { useQueryClient } from '@tanstack/react-query';
import { useAccountKey, useAccountQuery } from '#session/account-query.ts';
import { api } from '#shared/api/api.ts';

const name = 'information';

/** What the profile page shows besides `me`. */
export function useInformation() {
  return useAccountQuery(name, ({ signal }) =>
    api.get('/vid/api/users/information', { signal, isRepeatable: true }),
  );
}

/** Loads it again after a change. */
export function useReloadInformation(): () => Promise<void> {
  const queryClient = useQueryClient();
  const queryKey = useAccountKey(name);
  return () => queryClient.invalidateQueries({ queryKey });
}
