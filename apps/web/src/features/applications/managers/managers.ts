import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';

type Managers = Answer<'GET /vid/api/apps/:appId/managers'>;
export type Manager = Managers['managers'][number];
export type Owner = NonNullable<Managers['owner']>;

export function useManagers(appId: string) {
  return useQuery({
    queryKey: ['app-managers', appId],
    queryFn: ({ signal }) =>
      api.get('/vid/api/apps/:appId/managers', { params: { appId }, signal, isRepeatable: true }),
  });
}

export function useManagerActions(appId: string) {
  return {
    add: useChange((phone: string) =>
      api.post('/vid/api/apps/:appId/managers', { params: { appId }, body: { phone } }),
    ),
    remove: useChange((accountId: string) =>
      api.delete('/vid/api/apps/:appId/managers/:accountId', { params: { appId, accountId } }),
    ),
  };
}

function useChange<Input, Output>(send: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    // Refresh after a failure too, because the owner may have removed the manager already. The refresh is not awaited,
    // because an account that stops managing the application leaves the page first.
    onSettled: () => {
      for (const name of ['app-managers', 'apps']) void queryClient.invalidateQueries({ queryKey: [name] });
    },
  });
}
