import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/feedback/empty-state.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { TableCard } from '#shared/ui/page/table-card.tsx';
import type { ListView } from './use-list-view.ts';

type Page<Row> = { readonly items: readonly Row[]; readonly next: string | null };
type Query = Pick<UseQueryResult, 'isError' | 'error' | 'isFetching' | 'isPlaceholderData' | 'refetch'>;

/** The table of a query, with its loading and failed states. With a view, the query has one page of the rows. */
export function ListTable<Row>({
  query,
  view,
  rows = query.data === undefined ? [] : 'items' in query.data ? query.data.items : query.data,
  failed,
  empty,
  ...table
}: Omit<ComponentProps<typeof TableCard<Row>>, 'rows' | 'empty'> & {
  query: Query & { readonly data: Page<Row> | readonly Row[] | undefined };
  view?: Pick<ListView, 'isFiltered' | 'clear' | 'toNext' | 'toPrevious'>;
  /** The rows to show instead of the rows of the query. */
  rows?: readonly Row[];
  /** The text shown if the list could not be loaded. */
  failed: string;
  /** Shown for a list without any entry. */
  empty: ComponentProps<typeof EmptyState>;
}) {
  const t = useT();
  const { data } = query;
  return (
    <>
      <TableCard
        {...table}
        rows={rows}
        empty={
          data === undefined ? (
            <LoadState query={query} title={failed} />
          ) : view?.isFiltered === true ? (
            <EmptyState
              icon="search"
              title={t('list.noMatch')}
              action={
                <Button look="secondary" onClick={view.clear}>
                  {t('list.clear')}
                </Button>
              }
            >
              {t('list.noMatch.text')}
            </EmptyState>
          ) : (
            <EmptyState {...empty} />
          )
        }
      />
      {view && data && 'next' in data && (
        <Pager view={view} next={data.next} isBusy={query.isPlaceholderData} />
      )}
    </>
  );
}

/** Previous and next page. Renders nothing for a list of one page. */
function Pager({
  view: { toNext, toPrevious },
  next,
  isBusy,
}: {
  view: Pick<ListView, 'toNext' | 'toPrevious'>;
  /** The cursor of the next page; null on the last page. */
  next: string | null;
  isBusy: boolean;
}) {
  const t = useT();
  if (next === null && !toPrevious) return null;
  return (
    <nav aria-label={t('list.pages')} className="mt-4 flex flex-wrap justify-end gap-3">
      {toPrevious && (
        <Button look="secondary" onClick={toPrevious}>
          {t('list.previous')}
        </Button>
      )}
      {next !== null && (
        <Button look="secondary" isBusy={isBusy} onClick={() => toNext(next)}>
          {t('list.next')}
        </Button>
      )}
    </nav>
  );
}
