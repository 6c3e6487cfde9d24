import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { useRefreshAccountEvents } from '#features/admin/audit/audit-log.ts';
import { readOnce } from '#features/admin/read-once.ts';

/** The number of rows on a page, equal to the number that one call can change. */
const limit = 50;

export type AccountQuery = NonNullable<BodyOf<Endpoints['POST /vid/api/admin/accounts/search']>>;
export type AccountItem = Answer<'POST /vid/api/admin/accounts/search'>['items'][number];
export type AccountDetail = Answer<'GET /vid/api/admin/accounts/:accountId'>;

export function useAccounts(query: AccountQuery) {
  return useQuery({
    queryKey: ['admin-accounts', query],
    queryFn: ({ signal }) =>
      api.post('/vid/api/admin/accounts/search', { body: { limit, ...query }, signal, isRepeatable: true }),
    placeholderData: keepPreviousData,
    ...readOnce,
  });
}

export function useAccount(accountId: string) {
  return useQuery({
    queryKey: ['admin-accounts', accountId],
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
      api.post(`/vid/api/admin/accounts/:accountId/${action}`, { params: { accountId }, body: { reason } }),
    onSuccess: refresh,
  });
}

export function useEndSessions(accountId: string) {
  const refresh = useRefreshAccounts();
  return useMutation({
    mutationFn: () => api.post('/vid/api/admin/accounts/:accountId/end-sessions', { params: { accountId } }),
    onSuccess: refresh,
  });
}

type Change = BodyOf<Endpoints['POST /vid/api/admin/accounts/changes']>;
export type AccountChange = Change['action'];
export type ChangeReport = Answer<'POST /vid/api/admin/accounts/changes'>['report'];

/** Changes accounts of the list. Resolves to the outcome of each. */
export function useChangeAccounts() {
  const refresh = useRefreshAccounts();
  return useMutation({
    mutationFn: (body: Change) => api.post('/vid/api/admin/accounts/changes', { body }),
    // Refresh after a failure too, because some of the accounts may have changed.
    onSettled: refresh,
  });
}

/** Gets the CSV file of the list, part by part. */
export function useExportAccounts() {
  return useMutation({
    mutationFn: async ({ limit: _page, after: _first, ...filters }: AccountQuery) => {
      const parts: string[] = [];
      for (let after: string | null | undefined; after !== null;) {
        const body = { ...filters, ...(after !== undefined && { after }) };
        const part: Answer<'POST /vid/api/admin/accounts/export'> = await api.post(
          '/vid/api/admin/accounts/export',
          { body, isRepeatable: true },
        );
        parts.push(part.csv);
        after = part.next;
      }
      return new Blob(parts, { type: 'text/csv;charset=utf-8' });
    },
  });
}

/** Loads the accounts on the page and the events about them again. */
export function useRefreshAccounts() {
  const queryClient = useQueryClient();
  const refreshEvents = useRefreshAccountEvents();
  return async () => {
    await Promise.all([queryClient.invalidateQueries({ queryKey: ['admin-accounts'] }), refreshEvents()]);
  };
}
