import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import type { AccountDetail, AccountItem } from './accounts.ts';

const looks = { active: { tone: 'success' }, locked: { tone: 'danger', icon: 'lock' } } as const;

export function StatusBadge({ status }: Pick<AccountItem, 'status'>) {
  const t = useT();
  return <Badge {...looks[status]}>{t(`admin.accounts.status.${status}`)}</Badge>;
}

export function PermissionBadge({ status }: Pick<AccountDetail['permissions'][number], 'status'>) {
  const t = useT();
  return <Badge {...looks[status]}>{t(`admin.account.permission.${status}`)}</Badge>;
}

/** Marks an administrator. Renders nothing for a member. */
export function RoleBadge({ role }: Pick<AccountItem, 'role'>) {
  const t = useT();
  if (role !== 'admin') return null;
  return (
    <Badge tone="accent" icon="shield">
      {t('admin.accounts.role.admin')}
    </Badge>
  );
}
