import { useMutation } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';
import { useRefresh } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';

type Managers = Answer<'GET /vid/api/apps/:appId/managers'>;
export type Manager = Managers['managers'][number];
export type Owner = NonNullable<Managers['owner']>;

export function useManagerActions(appId: string) {
  const refresh = useRefresh('apps');
  // The refresh is not awaited, because an account that stops managing the application leaves the page first.
  const onSettled = () => void refresh();
  return {
    add: useMutation({
      mutationFn: (phone: string) =>
        api.post('/vid/api/apps/:appId/managers', { params: { appId }, body: { phone } }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (accountId: string) =>
        api.delete('/vid/api/apps/:appId/managers/:accountId', { params: { appId, accountId } }),
      onSettled,
    }),
  };
}
