import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import type { ManagedApplication } from './applications.ts';

export function AccessBadge({ access }: Pick<ManagedApplication, 'access'>) {
  const t = useT();
  return access === 'restricted' ? (
    <Badge tone="accent" icon="lock">
      {t('apps.access.restricted')}
    </Badge>
  ) : (
    <Badge tone="success">{t('apps.access.open')}</Badge>
  );
}

/** Marks an application that the association switched off; nothing for others. */
export function DisabledBadge({ status }: Pick<ManagedApplication, 'status'>) {
  const t = useT();
  return status === 'disabled' ? <Badge tone="danger">{t('apps.disabled')}</Badge> : null;
}
