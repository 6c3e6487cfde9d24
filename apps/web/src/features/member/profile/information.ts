import { useQueryClient, useQuery } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';

const name = 'information';

export function useInformation() {
  return useQuery({
    queryKey: [name],
    queryFn: ({ signal }) => api.get('/vid/api/users/information', { signal, isRepeatable: true }),
  });
}

/** Returns a function that reloads the profile after a change. */
export function useReloadInformation(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: [name] });
}
