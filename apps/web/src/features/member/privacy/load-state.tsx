import type { UseQueryResult } from '@tanstack/react-query';
import { isCancelled, shownMessage } from '#shared/api/api-failure.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/feedback/empty-state.tsx';
import { Loading } from '#shared/ui/feedback/loader.tsx';

/** In place of data that is loading or could not be loaded. */
export function LoadState({
  query,
}: {
  query: Pick<UseQueryResult, 'isError' | 'error' | 'isFetching' | 'refetch'>;
}) {
  const t = useT();
  if (!query.isError || isCancelled(query.error)) return <Loading />;
  return (
    <EmptyState
      icon="alert"
      title={t('privacy.loadFailed')}
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
