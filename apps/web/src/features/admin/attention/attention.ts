import { useQuery } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';

/** The number of items that wait for an administrator, by queue. */
export function useAttention() {
  return useQuery({
    queryKey: ['admin-attention'],
    queryFn: ({ signal }) => api.get('/vid/api/admin/attention', { signal, isRepeatable: true }),
  });
}
