import { areaPaths } from '#navigation/area-paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { ButtonLink } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/feedback/empty-state.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';

/** Shown if the application does not exist, or the account does not manage it. */
export function ApplicationNotFound() {
  const t = useT();
  return (
    <>
      <PageHeader title={t('apps.notFound')} />
      <Card>
        <EmptyState
          icon="apps"
          title={t('apps.notFound.text')}
          action={<ButtonLink to={areaPaths.apps}>{t('apps.back')}</ButtonLink>}
        />
      </Card>
    </>
  );
}
