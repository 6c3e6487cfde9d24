import type { UseQueryResult } from '@tanstack/react-query';
import { ApiFailure, failedWith, isCancelled, shownMessage } from '#shared/api/api-failure.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, LinkButton } from '#shared/ui/controls/button.tsx';
import { Alert } from './alert.tsx';
import { copyText } from './copy-text.ts';
import { Skeleton } from './skeleton.tsx';
import type { ReactElement, ReactNode } from 'react';
import { PageIcon, type PageIconName } from '#shared/ui/page/page-icon.tsx';

type Props = {
  query: Pick<UseQueryResult, 'isError' | 'error' | 'isFetching' | 'refetch'>;
  /** Title of a failure, for a page without a heading that names the data. */
  failed?: string | undefined;
  skeleton?: ReactNode;
};

/** Returns whether missing data is still loading. If false, the data could not be loaded. */
export const isWaiting = ({ isError, error }: Pick<Props['query'], 'isError' | 'error'>): boolean =>
  !isError || isCancelled(error);

export function LoadState({ query, failed, skeleton }: Props) {
  const t = useT();
  if (isWaiting(query)) return <Skeleton>{skeleton}</Skeleton>;
  return (
    <EmptyState
      icon="alert"
      title={failed ?? t('shell.loadFailed')}
      lead={<FailureText error={query.error} />}
      action={<Button isBusy={query.isFetching} onClick={() => void query.refetch()} text="common.retry" />}
    />
  );
}

export function FailureText({ error }: { error: unknown }) {
  const t = useT();
  const reference = error instanceof ApiFailure ? error.requestId : null;
  return (
    <>
      {shownMessage(error)}
      {reference !== null && (
        <span className="mt-1 block">
          {t('shell.reference')}{' '}
          <bdi translate="no" className="digits font-semibold break-all select-all">
            {reference}
          </bdi>{' '}
          <LinkButton
            aria-label={t('shell.reference.copy')}
            onClick={() => void copyText(reference, 'shell.reference.copied')}
            text="account.copy"
          />
        </span>
      )}
    </>
  );
}

/** Returns the text of a request's failure; undefined without one, or if the user cancelled the re-authentication. */
export function shownFailure(error: Error | null | undefined): string | undefined {
  if (!error || failedWith(error, 'REAUTHENTICATION_REQUIRED')) return undefined;
  return shownMessage(error);
}

/** Explains why a change failed. Without a failure, renders an empty live region that takes no space. */
export function Failure({ error, className }: { error: Error | null | undefined; className?: string }) {
  const text = shownFailure(error);
  return (
    <div className={text === undefined ? 'contents' : className}>
      <Alert text={text} />
    </div>
  );
}

type EmptyStateProps = {
  icon?: PageIconName | ReactElement;
  title: string;
  lead?: ReactNode;
  action?: ReactNode;
};

export function EmptyState({ icon = 'info', title, lead, action }: EmptyStateProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] place-items-center gap-1 px-4 py-8 text-center">
      <span className="mb-3 grid size-14 place-items-center rounded-full bg-soft text-brand">
        {typeof icon === 'string' ? <PageIcon name={icon} className="size-7" /> : icon}
      </span>
      <p className="font-semibold">{title}</p>
      {lead && <div className="max-w-96 text-label text-muted">{lead}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
