import { areaPaths } from '#navigation/area-paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { ButtonLink } from '#shared/ui/controls/button.tsx';
import { EmptyState } from '#shared/ui/feedback/load-state.tsx';
import { Card, PageHeader } from '#shared/ui/page/page.tsx';
import { useRead } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';

export type ManagedApplication = Answer<'GET /vid/api/apps'>[number];

export const useApplications = () => useRead('GET /vid/api/apps', {});

export const useApplication = (appId: string) => useRead('GET /vid/api/apps/:appId', { params: { appId } });

export function AccessBadge({ access }: Pick<ManagedApplication, 'access'>) {
  const t = useT();
  return access === 'restricted' ? (
    <Badge tone="accent" icon="lock" text="apps.access.restricted" />
  ) : (
    <Badge tone="success">{t('apps.access.open')}</Badge>
  );
}

export function DisabledBadge({ status }: Pick<ManagedApplication, 'status'>) {
  const t = useT();
  return status === 'disabled' ? <Badge tone="danger">{t('apps.disabled')}</Badge> : null;
}

export function ApplicationNotFound() {
  const t = useT();
  return (
    <>
      <PageHeader title={t('apps.notFound')} />
      <Card>
        <EmptyState
          icon="apps"
          title={t('apps.notFound.text')}
          action={<ButtonLink to={areaPaths.apps}>{t('shell.item.apps')}</ButtonLink>}
        />
      </Card>
    </>
  );
}
