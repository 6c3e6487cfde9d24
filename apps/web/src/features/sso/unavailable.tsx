import { shownMessage } from '#shared/api/api-failure.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Button } from '#shared/ui/button.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';

/** Replaces a page that could not be loaded, with a button to try again. */
export function Unavailable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useT();
  return (
    <>
      <PageTitle title={t('sso.unavailable.title')} />
      <div className="mt-6 grid gap-4">
        <Alert text={shownMessage(error)} />
        <Button isWide onClick={onRetry}>
          {t('common.retry')}
        </Button>
      </div>
    </>
  );
}
