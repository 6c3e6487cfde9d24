import type { BodyOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { api } from '#shared/api/api.ts';
import { useChange, useRead } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { readOnce } from '#features/admin/audit/audit-log.ts';

/** The number of rows on a page, which is also the number of accounts that one call can change. */
const limit = 50;

export type AccountQuery = NonNullable<BodyOf<Endpoints['POST /vid/api/admin/accounts/search']>>;
export type AccountItem = Answer<'POST /vid/api/admin/accounts/search'>['items'][number];
export type AccountDetail = Answer<'GET /vid/api/admin/accounts/:accountId'>;

export function useAccounts(query: AccountQuery) {
  return useRead('POST /vid/api/admin/accounts/search', { body: { limit, ...query } }, readOnce);
}

type Change = BodyOf<Endpoints['POST /vid/api/admin/accounts/changes']>;
export type AccountChange = Change['action'];
export type ChangeReport = Answer<'POST /vid/api/admin/accounts/changes'>['report'];

/** Changes accounts of the list. Resolves to the outcome for each account. */
export function useChangeAccounts() {
  return useChange((body: Change) => api.post('/vid/api/admin/accounts/changes', { body }), 'admin/accounts');
}

export type AccountAction = 'lock' | 'unlock' | 'force-password-change' | 'lift-throttle';

/** Makes a change to an account that needs only a reason. */
export function useAccountAction(accountId: string) {
  return useChange(
    ({ action, reason }: { action: AccountAction; reason: string }) =>
      api.post(`/vid/api/admin/accounts/:accountId/${action}`, { params: { accountId }, body: { reason } }),
    'admin/accounts',
  );
}
