import { useQuery } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';
import { useAuth } from '#state/auth.ts';

/** The open recovery of the signed-in account, or null. */
export function usePendingRecovery() {
  const account = useAuth((state) => state.user?.id ?? null);
  return useQuery({
    queryKey: ['recovery', account],
    enabled: account !== null,
    staleTime: 60_000,
    queryFn: ({ signal }) => api.get('/vid/api/users/recovery', { signal, isRepeatable: true }),
  });
}
