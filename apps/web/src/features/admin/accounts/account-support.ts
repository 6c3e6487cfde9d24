import { useMutation } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';
import { useRefreshAccounts } from './accounts.ts';

export type SupportAction = 'force-password-change' | 'lift-throttle';

/** Makes a change that only needs a reason. */
export function useSupportAction(accountId: string) {
  const refresh = useRefreshAccounts();
  return useMutation({
    mutationFn: ({ action, reason }: { action: SupportAction; reason: string }) =>
      api.post(`/vid/api/admin/accounts/:accountId/${action}`, { params: { accountId }, body: { reason } }),
    onSuccess: refresh,
  });
}

export function useAddNote(accountId: string) {
  const refresh = useRefreshAccounts();
  return useMutation({
    mutationFn: (text: string) =>
      api.post('/vid/api/admin/accounts/:accountId/notes', { params: { accountId }, body: { text } }),
    onSuccess: refresh,
  });
}

export function useHideNavItems(accountId: string) {
  const refresh = useRefreshAccounts();
  return useMutation({
    mutationFn: (hiddenNavIds: string[]) =>
      api.put('/vid/api/admin/accounts/:accountId/hidden-nav-ids', {
        params: { accountId },
        body: { hiddenNavIds },
      }),
    onSuccess: refresh,
  });
}
