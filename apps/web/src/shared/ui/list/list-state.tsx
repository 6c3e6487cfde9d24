import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/feedback/empty-state.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import type { ListView } from './use-list-view.ts';

/** Replaces the rows of a list that is loading, could not be loaded, or has no entries that match the filters. */
export function ListState({
  query,
  view,
  failed,
  empty,
}: {
  query: Pick<UseQueryResult, 'isError' | 'error' | 'isFetching' | 'refetch' | 'data'>;
  view: Pick<ListView, 'isFiltered' | 'clear'>;
  /** The text shown if the list could not be loaded. */
  failed: string;
  empty: ReactNode;
}) {
  const t = useT();
  if (query.data === undefined) return <LoadState query={query} title={failed} />;
  if (!view.isFiltered) return empty;
  return (
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
  );
}
