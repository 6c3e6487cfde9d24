import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { api } from '#shared/api/api.ts';
import { useChange } from '#shared/api/queries.ts';
import type { Answer, Body } from '#shared/api/request-types.ts';

export type AccountQuery = NonNullable<Body<'POST /vid/api/admin/accounts/search'>>;
export type AccountItem = Answer<'POST /vid/api/admin/accounts/search'>['items'][number];
export type AccountDetail = Answer<'GET /vid/api/admin/accounts/:accountId'>;

export type SignInCheck = Answer<'GET /vid/api/admin/accounts/:accountId/sign-in-check'>;

export type AccountChange = Body<'POST /vid/api/admin/accounts/changes'>['action'];
export type ChangeReport = Answer<'POST /vid/api/admin/accounts/changes'>['report'];

type AccountAction = 'lock' | 'unlock' | 'force-password-change';

export function useAccountAction(accountId: string) {
  return useChange(
    ({ action, reason }: { action: AccountAction; reason: string }) =>
      api.post(`/vid/api/admin/accounts/:accountId/${action}`, { params: { accountId }, body: { reason } }),
    'admin/accounts',
  );
}

const looks = { active: { tone: 'success' }, locked: { tone: 'danger', icon: 'lock' } } as const;

/** Shows `active` without colour in a list, so that `locked` stands out. */
export function StatusBadge({
  status,
  isListed = false,
}: Pick<AccountItem, 'status'> & { isListed?: boolean }) {
  const t = useT();
  const look = isListed && status === 'active' ? ({ tone: 'quiet' } as const) : looks[status];
  return <Badge {...look}>{t(`admin.accounts.status.${status}`)}</Badge>;
}

export function PermissionBadge({ status }: Pick<AccountDetail['permissions'][number], 'status'>) {
  const t = useT();
  return <Badge {...looks[status]}>{t(`admin.account.permission.${status}`)}</Badge>;
}

export function RoleBadge({ role }: Pick<AccountItem, 'role'>) {
  if (role !== 'admin') return null;
  return <Badge tone="accent" icon="shield" text="admin.accounts.role.admin" />;
}
