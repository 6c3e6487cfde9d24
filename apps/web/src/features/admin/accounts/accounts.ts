import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { useAccountKey } from '#session/account-query.ts';
import { withReauthentication } from '#session/reauthenticate.ts';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';

type Query = NonNullable<BodyOf<Endpoints['POST /vid/api/admin/accounts/search']>>;
export type AccountItem = Answer<'POST /vid/api/admin/accounts/search'>['items'][number];
export type AccountDetail = Answer<'GET /vid/api/admin/accounts/:accountId'>;

export function useAccounts(query: Query) {
  const queryKey = useAccountKey('admin-accounts');
  return useQuery({
    queryKey: [...queryKey, query],
    enabled: queryKey[1] !== null,
    queryFn: ({ signal }) =>
      api.post('/vid/api/admin/accounts/search', { body: query, signal, isRepeatable: true }),
    placeholderData: keepPreviousData,
  });
}

export function useAccount(accountId: string) {
  const queryKey = useAccountKey('admin-accounts');
  return useQuery({
    queryKey: [...queryKey, accountId],
    enabled: queryKey[1] !== null,
    queryFn: ({ signal }) =>
      api.get('/vid/api/admin/accounts/:accountId', { params: { accountId }, signal, isRepeatable: true }),
  });
}

export type AccountAction = 'lock' | 'unlock';

/** Locks or unlocks an account. */
export function useLockAccount(accountId: string) {
  const refresh = useRefreshAccounts();
  return useMutation({
    mutationFn: ({ action, reason }: { action: AccountAction; reason: string }) =>
      withReauthentication(() =>
        api.post(`/vid/api/admin/accounts/:accountId/${action}`, { params: { accountId }, body: { reason } }),
      ),
    onSuccess: refresh,
  });
}

export function useEndSessions(accountId: string) {
  const refresh = useRefreshAccounts();
  return useMutation({
    mutationFn: () =>
      withReauthentication(() =>
        api.post('/vid/api/admin/accounts/:accountId/end-sessions', { params: { accountId } }),
      ),
    onSuccess: refresh,
  });
}

/** Loads the accounts on the page again. */
export function useRefreshAccounts() {
  const queryClient = useQueryClient();
  const queryKey = useAccountKey('admin-accounts');
  return () => queryClient.invalidateQueries({ queryKey });
}
