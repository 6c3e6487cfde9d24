import type { UseQueryResult } from '@tanstack/react-query';
import { failedWith, isCancelled, shownMessage } from '#shared/api/api-failure.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Alert } from './alert.tsx';
import { Skeleton, type SkeletonShape } from './skeleton.tsx';
import type { ReactNode } from 'react';
import { PageIcon, type PageIconName } from '#shared/ui/page/page-icon.tsx';

type Props = {
  query: Pick<UseQueryResult, 'isError' | 'error' | 'isFetching' | 'refetch'>;
  /** Names the missing data, where no heading above does. */
  failed?: string | undefined;
  shape?: SkeletonShape;
};

/** Replaces data that is loading or could not be loaded. */
export function LoadState({ query, failed, shape }: Props) {
  const t = useT();
  if (!query.isError || isCancelled(query.error)) return <Skeleton shape={shape} />;
  return (
    <EmptyState
      icon="alert"
      title={failed ?? t('shell.loadFailed')}
      lead={shownMessage(query.error)}
      action={<Button isBusy={query.isFetching} onClick={() => void query.refetch()} text="common.retry" />}
    />
  );
}

/** Returns the text of a request's failure; undefined if the user cancelled the confirmation of their identity. */
export function shownFailure(error: Error | null | undefined): string | undefined {
  if (!error || failedWith(error, 'REAUTHENTICATION_REQUIRED')) return undefined;
  return shownMessage(error);
}

/** Shows why a change failed. Without a failure, renders an empty live region that takes no space. */
export function Failure({ error, className }: { error: Error | null | undefined; className?: string }) {
  const text = shownFailure(error);
  return (
    <div className={text === undefined ? 'contents' : className}>
      <Alert text={text} />
    </div>
  );
}

type EmptyStateProps = { icon?: PageIconName; title: string; lead?: ReactNode; action?: ReactNode };

/** Replaces an empty or failed list with an explanation and an optional action. */
export function EmptyState({ icon = 'info', title, lead, action }: EmptyStateProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] place-items-center gap-1 px-4 py-8 text-center">
      <span className="mb-3 grid size-14 place-items-center rounded-full bg-soft text-brand">
        <PageIcon name={icon} className="size-7" />
      </span>
      <p className="font-semibold">{title}</p>
      {lead && <div className="max-w-[44ch] text-label text-muted">{lead}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
