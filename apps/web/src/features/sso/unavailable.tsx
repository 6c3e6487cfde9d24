import { Retry } from '#shared/ui/feedback/loader.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { StepPage } from '#shared/ui/page-title.tsx';

export function Unavailable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useT();
  return (
    <StepPage title={t('sso.unavailable.title')}>
      <Retry error={error} onRetry={onRetry} />
    </StepPage>
  );
}
