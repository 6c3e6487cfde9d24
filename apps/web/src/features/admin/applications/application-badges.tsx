import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import type { ApplicationItem } from './applications.ts';

/** Badges for an application's status, access and ownership. */
export function ApplicationBadges({
  application: { status, access, isFirstParty },
}: {
  application: Pick<ApplicationItem, 'status' | 'access' | 'isFirstParty'>;
}) {
  const t = useT();
  return (
    <span className="flex flex-wrap gap-2">
      {status === 'disabled' ? (
        <Badge tone="danger" icon="lock">
          {t('admin.applications.status.disabled')}
        </Badge>
      ) : (
        <Badge tone="success">{t('admin.applications.status.active')}</Badge>
      )}
      <Badge>{t(`admin.applications.access.${access}`)}</Badge>
      {isFirstParty && <Badge tone="accent">{t('admin.applications.firstParty')}</Badge>}
    </span>
  );
}
