import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import type { AccountDetail, AccountItem } from './accounts.ts';

export function StatusBadge({ status }: Pick<AccountItem, 'status'>) {
  const t = useT();
  return status === 'locked' ? (
    <Badge tone="danger" icon="lock">
      {t('admin.accounts.status.locked')}
    </Badge>
  ) : (
    <Badge tone="success">{t('admin.accounts.status.active')}</Badge>
  );
}

export function PermissionBadge({ status }: Pick<AccountDetail['permissions'][number], 'status'>) {
  const t = useT();
  return status === 'locked' ? (
    <Badge tone="danger" icon="lock">
      {t('admin.account.permission.locked')}
    </Badge>
  ) : (
    <Badge tone="success">{t('admin.account.permission.active')}</Badge>
  );
}

/** Marks an administrator; nothing for a member. */
export function RoleBadge({ role }: Pick<AccountItem, 'role'>) {
  const t = useT();
  return role === 'admin' ? (
    <Badge tone="accent" icon="shield">
      {t('admin.accounts.role.admin')}
    </Badge>
  ) : null;
}
