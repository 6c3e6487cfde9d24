import type { MouseEvent } from 'react';
import { useT } from '#shared/i18n/use-t.ts';

/**
 * The first link of a page, visible only while it has the focus. Moves the focus to the element that the selector
 * `target` finds.
 */
export function SkipLink({ target }: { target: string }) {
  const t = useT();
  // Keeps the fragment of the link out of the URL and of the browser's history.
  const skip = (click: MouseEvent) => {
    click.preventDefault();
    document.querySelector<HTMLElement>(target)?.focus();
  };
  return (
    <a
      href={target}
      className="sr-only rounded-control bg-card px-4 py-3 font-semibold text-brand lift-pop focus:not-sr-only focus:fixed focus:start-3 focus:top-2 focus:z-[1058]"
      onClick={skip}
    >
      {t('common.skipToContent')}
    </a>
  );
}
