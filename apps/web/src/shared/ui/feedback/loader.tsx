import { useT } from '#shared/i18n/use-t.ts';
import { useAfterDelay } from '#shared/hooks/use-after-delay.ts';
import { shownMessage } from '#shared/api/api-failure.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { Alert } from './alert.tsx';
import { Spinner } from './spinner.tsx';

/** Says that a page or section is loading. Stays invisible for the first 300 ms. */
export function Loading() {
  const t = useT();
  return (
    <output className="grid min-h-40 animate-appear place-items-center text-muted">
      <span className="flex items-center gap-3">
        <Spinner isLarge className="text-brand" />
        {t('common.loading')}
      </span>
    </output>
  );
}

/**
 * Covers the screen during calls, unless a skeleton already shows that the page is loading. The page below stays
 * mounted and keeps the focus.
 */
export function FullScreenLoader({ isActive }: { isActive: boolean }) {
  const t = useT();
  const isShown = useAfterDelay(isActive);
  return (
    <output>
      {isShown && (
        <div className="fixed inset-0 z-[1060] grid place-items-center bg-bg/60 [:root:has(output[aria-busy])_&]:hidden">
          <span className="flex items-center gap-3 rounded-control bg-card px-4 py-4 lift-pop">
            <Spinner isLarge className="text-brand" />
            {t('common.loading')}
          </span>
        </div>
      )}
    </output>
  );
}

export function Retry({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <>
      <Alert text={shownMessage(error)} />
      <Button isWide onClick={onRetry} text="common.retry" />
    </>
  );
}

export function Waiting({ children }: { children: string }) {
  return (
    <output className="flex items-center gap-3 text-muted">
      <Spinner className="text-brand" />
      {children}
    </output>
  );
}
