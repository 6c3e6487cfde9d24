import { useQuery } from '@tanstack/react-query';
import { useAccountKey } from '#session/account-query.ts';
import { api } from '#shared/api/api.ts';

/** What waits for an administrator. */
export function useAttention() {
  const queryKey = useAccountKey('admin-attention');
  return useQuery({
    queryKey,
    enabled: queryKey[1] !== null,
    queryFn: ({ signal }) => api.get('/vid/api/admin/attention', { signal, isRepeatable: true }),
  });
}
