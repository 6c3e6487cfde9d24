import { useQueryClient, useQuery } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';

const name = 'information';

/** What the profile page shows besides `me`. */
export function useInformation() {
  return useQuery({
    queryKey: [name],
    queryFn: ({ signal }) => api.get('/vid/api/users/information', { signal, isRepeatable: true }),
  });
}

/** Loads it again after a change. */
export function useReloadInformation(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: [name] });
}
