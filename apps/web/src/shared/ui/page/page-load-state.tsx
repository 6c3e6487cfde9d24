import type { ComponentProps } from 'react';
import { isCancelled, shownMessage } from '#shared/api/api-failure.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import type { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { Loading } from '#shared/ui/feedback/loader.tsx';
import { PageHeader } from './page-header.tsx';

/** Replaces a page whose title is part of its data, while the data is loading or could not be loaded. */
export function PageLoadState({ query, title }: ComponentProps<typeof LoadState>) {
  const t = useT();
  if (!query.isError || isCancelled(query.error)) return <Loading />;
  return (
    <>
      <PageHeader title={title} lead={shownMessage(query.error)} />
      <Button isBusy={query.isFetching} onClick={() => void query.refetch()}>
        {t('common.retry')}
      </Button>
    </>
  );
}
