import { useQuery } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';

export function usePendingRecovery() {
  return useQuery({
    queryKey: ['recovery'],
    staleTime: 60_000,
    queryFn: ({ signal }) => api.get('/vid/api/users/recovery', { signal, isRepeatable: true }),
  });
}
