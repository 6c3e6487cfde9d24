import { paths } from '#navigation/paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { ButtonLink } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { EmptyState } from '#shared/ui/feedback/empty-state.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';

/** The placeholder for a specified address whose page does not exist yet. No menu leads here. */
export function NotReadyPage() {
  const t = useT();
  return (
    <>
      <PageHeader title={t('shell.notReady.title')} />
      <Card>
        <EmptyState
          title={t('shell.notReady.text')}
          action={
            <ButtonLink look="secondary" to={paths.home}>
              {t('common.returnHome')}
            </ButtonLink>
          }
        />
      </Card>
    </>
  );
}
