import { useQuery } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';

export function useAttention() {
  return useQuery({
    queryKey: ['admin-attention'],
    queryFn: ({ signal }) => api.get('/vid/api/admin/attention', { signal, isRepeatable: true }),
  });
}
