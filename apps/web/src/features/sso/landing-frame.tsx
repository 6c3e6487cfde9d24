import { useT } from '#shared/i18n/use-t.ts';
import { Spinner } from '#shared/ui/feedback/spinner.tsx';
import { CentredPage } from './centred-page.tsx';

/** Shows the landing page before the application is known. Also prerendered, so only the `core` texts are available. */
export function LandingFrame() {
  const t = useT();
  return (
    <CentredPage>
      <output className="flex animate-appear items-center gap-3 text-muted">
        <Spinner isLarge className="text-brand" />
        {t('common.loading')}
      </output>
    </CentredPage>
  );
}
