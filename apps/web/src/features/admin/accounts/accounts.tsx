import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { api } from '#shared/api/api.ts';
import { useChange, useRead, useSend } from '#shared/api/queries.ts';
import type { Answer, Body } from '#shared/api/request-types.ts';
import { readOnce } from '#features/admin/audit/audit-log.tsx';

/** The number of rows on a page, which is also the number of accounts that one call can change. */
const limit = 50;

export type AccountQuery = NonNullable<Body<'POST /vid/api/admin/accounts/search'>>;
export type AccountItem = Answer<'POST /vid/api/admin/accounts/search'>['items'][number];
export type AccountDetail = Answer<'GET /vid/api/admin/accounts/:accountId'>;

export function useAccounts(query: AccountQuery) {
  return useRead('POST /vid/api/admin/accounts/search', { body: { limit, ...query } }, readOnce);
}

export type AccountChange = Body<'POST /vid/api/admin/accounts/changes'>['action'];
export type ChangeReport = Answer<'POST /vid/api/admin/accounts/changes'>['report'];

/** Changes accounts of the list. Resolves to the outcome for each account. */
export function useChangeAccounts() {
  return useSend('POST /vid/api/admin/accounts/changes', {}, 'admin/accounts');
}

type AccountAction = 'lock' | 'unlock' | 'force-password-change' | 'lift-throttle';

/** Makes a change to an account that needs only a reason. */
export function useAccountAction(accountId: string) {
  return useChange(
    ({ action, reason }: { action: AccountAction; reason: string }) =>
      api.post(`/vid/api/admin/accounts/:accountId/${action}`, { params: { accountId }, body: { reason } }),
    'admin/accounts',
  );
}

const looks = { active: { tone: 'success' }, locked: { tone: 'danger', icon: 'lock' } } as const;

export function StatusBadge({ status }: Pick<AccountItem, 'status'>) {
  const t = useT();
  return <Badge {...looks[status]}>{t(`admin.accounts.status.${status}`)}</Badge>;
}

export function PermissionBadge({ status }: Pick<AccountDetail['permissions'][number], 'status'>) {
  const t = useT();
  return <Badge {...looks[status]}>{t(`admin.account.permission.${status}`)}</Badge>;
}

export function RoleBadge({ role }: Pick<AccountItem, 'role'>) {
  if (role !== 'admin') return null;
  return <Badge tone="accent" icon="shield" text="admin.accounts.role.admin" />;
}
