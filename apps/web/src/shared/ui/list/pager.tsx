import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import type { ListView } from './use-list-view.ts';

/** Previous and next page. Renders nothing for a list of one page. */
export function Pager({
  view,
  next,
  isBusy,
}: {
  view: Pick<ListView, 'toNext' | 'toPrevious'>;
  next: string | null;
  isBusy: boolean;
}) {
  const t = useT();
  const { toPrevious } = view;
  if (next === null && !toPrevious) return null;
  return (
    <nav aria-label={t('list.pages')} className="mt-4 flex flex-wrap justify-end gap-3">
      {toPrevious && (
        <Button look="secondary" onClick={toPrevious}>
          {t('list.previous')}
        </Button>
      )}
      {next !== null && (
        <Button look="secondary" isBusy={isBusy} onClick={() => view.toNext(next)}>
          {t('list.next')}
        </Button>
      )}
    </nav>
  );
}
