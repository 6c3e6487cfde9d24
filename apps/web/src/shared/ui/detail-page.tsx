import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failedWith, isCancelled, shownMessage } from '#shared/api/api-failure.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, TextLink } from '#shared/ui/button.tsx';
import { Loading } from '#shared/ui/feedback/loader.tsx';
import { PageHeader } from './page/page-header.tsx';

/** A page whose title is part of its data, below a link to the list that it belongs to. */
export function DetailPage<Data>({
  back,
  query,
  failed,
  notFound,
  children,
}: {
  back?: { readonly to: string; readonly text: string } | undefined;
  query: Pick<UseQueryResult<Data>, 'data' | 'isError' | 'error' | 'isFetching' | 'refetch'>;
  failed: string;
  /** The title and lead that are shown if the server answers NOT_FOUND. */
  notFound: { readonly title: string; readonly lead?: string };
  children: (data: Data) => ReactNode;
}) {
  const t = useT();
  const content = () => {
    if (failedWith(query.error, 'NOT_FOUND')) return <PageHeader {...notFound} />;
    if (query.data !== undefined) return children(query.data);
    if (!query.isError || isCancelled(query.error)) return <Loading />;
    return (
      <>
        <PageHeader title={failed} lead={shownMessage(query.error)} />
        <Button isBusy={query.isFetching} onClick={() => void query.refetch()}>
          {t('common.retry')}
        </Button>
      </>
    );
  };
  return (
    <>
      {back && <BackLink {...back} />}
      {content()}
    </>
  );
}

/** The link above the title, to the parent page. */
export function BackLink({ to, text }: { to: string; text: string }) {
  return (
    <TextLink isQuiet to={to} className="mb-3">
      {text}
    </TextLink>
  );
}
