import type { UseQueryResult } from '@tanstack/react-query';
import { isCancelled, shownMessage } from '#shared/api/api-failure.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Loading } from './loader.tsx';

/** Replaces data that is loading or could not be loaded. `title` names the missing data. */
export function LoadState({
  query,
  title,
}: {
  query: Pick<UseQueryResult, 'isError' | 'error' | 'isFetching' | 'refetch'>;
  title: string;
}) {
  const t = useT();
  if (!query.isError || isCancelled(query.error)) return <Loading />;
  return (
    <EmptyState
      icon="alert"
      title={title}
      action={
        <Button isBusy={query.isFetching} onClick={() => void query.refetch()}>
          {t('common.retry')}
        </Button>
      }
    >
      {shownMessage(query.error)}
    </EmptyState>
  );
}
