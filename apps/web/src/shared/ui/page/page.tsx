import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { failedWith } from '#shared/api/api-failure.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { WholeWords } from '#shared/i18n/whole-words.tsx';
import { cx } from '#shared/lib/cx.ts';
import { Button, TextLink } from '#shared/ui/controls/button.tsx';
import { EmptyState, FailureText, isWaiting, LoadState } from '#shared/ui/feedback/load-state.tsx';
import { Bone, Skeleton } from '#shared/ui/feedback/skeleton.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { PageIcon } from './page-icon.tsx';

type HeaderProps = {
  /** The title; undefined while it is loading. */
  title: string | undefined;
  /** Placeholder text as long as the title that is loading. */
  expected?: string;
  lead?: ReactNode;
  actions?: ReactNode;
  mark?: ReactNode;
};

export function PageHeader({ title, expected, lead, actions, mark }: HeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-4">
      <div className="flex min-w-0 items-start gap-4">
        {mark}
        {title === undefined ? (
          <div className="min-w-0">
            <div className="text-2xl font-semibold tracking-[-0.015em] wrap-anywhere">
              <Bone className="w-56" {...(expected !== undefined && { text: expected })} />
            </div>
            {lead && <div className="mt-2 text-muted">{lead}</div>}
          </div>
        ) : (
          <PageTitle title={title} lead={lead} className="min-w-0" />
        )}
      </div>
      {actions && (
        <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:grow max-sm:*:px-2! max-sm:*:text-label">
          {actions}
        </div>
      )}
    </header>
  );
}

const widths = { form: 'max-w-[48rem]', text: 'max-w-[56rem]', cards: 'max-w-[64rem]', full: '' } as const;

export function Page({
  back,
  width = 'cards',
  children,
  ...header
}: HeaderProps & {
  back?: ComponentProps<typeof BackLink>;
  width?: keyof typeof widths;
  children?: ReactNode;
}) {
  return (
    <div className={widths[width]}>
      {back && <BackLink {...back} />}
      <PageHeader {...header} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">{children}</div>
    </div>
  );
}

type Props<Data> = {
  back?: { readonly to: string; readonly text: string } | undefined;
  query: Pick<UseQueryResult<Data>, 'data' | 'isError' | 'error' | 'isFetching' | 'refetch'>;
  notFound: { readonly title: string; readonly lead?: string };
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
};

/** A page whose title is part of its data, below a link to the parent list. */
export function DetailPage<Data>({ back, query, notFound, skeleton, children }: Props<Data>) {
  const t = useT();
  const content = () => {
    if (failedWith(query.error, 'NOT_FOUND')) return <PageHeader {...notFound} />;
    if (query.data !== undefined) return children(query.data);
    if (isWaiting(query)) return <Skeleton>{skeleton}</Skeleton>;
    return (
      <>
        <PageHeader title={t('shell.loadFailed')} lead={<FailureText error={query.error} />} />
        <Button isBusy={query.isFetching} onClick={() => void query.refetch()} text="common.retry" />
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

export function BackLink({ to, text }: { to: string; text: string }) {
  return (
    <TextLink isQuiet to={to} className="mb-3 gap-1">
      <PageIcon name="back" className="-ms-1 size-4.5" />
      {text}
    </TextLink>
  );
}

type CardProps = {
  title?: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
  className?: string;
  id?: string;
};

/** A bordered section. `title` makes it a named region for screen readers. */
export function Card({ title, lead, actions, children, className, id }: CardProps) {
  return (
    <section
      id={id}
      aria-label={title}
      className={cx('scroll-mt-32 rounded-card border border-line bg-card p-4 md:p-6', className)}
    >
      {(title ?? actions) && (
        <div
          className={cx('mb-4 flex flex-wrap justify-between gap-3', lead ? 'items-start' : 'items-center')}
        >
          <div className={lead ? 'min-w-0 flex-1 basis-60' : 'min-w-0'}>
            {title && (
              <h2 className="text-lg">
                <WholeWords text={title} />
              </h2>
            )}
            {lead && <p className="mt-1 text-label text-muted">{lead}</p>}
          </div>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}

export function QueryCard<Data>({
  query,
  failed,
  skeleton,
  children,
  ...card
}: Omit<ComponentProps<typeof Card>, 'children'> &
  Pick<ComponentProps<typeof LoadState>, 'failed' | 'skeleton'> & {
    query: ComponentProps<typeof LoadState>['query'] & { readonly data: Data | undefined };
    children: (data: Data) => ReactNode;
  }) {
  return (
    <Card {...card}>
      {query.data === undefined ? <LoadState {...{ query, failed, skeleton }} /> : children(query.data)}
    </Card>
  );
}

export function QueryItems<Item>({
  query,
  empty,
  skeleton,
  children,
}: Pick<ComponentProps<typeof LoadState>, 'skeleton'> & {
  query: ComponentProps<typeof LoadState>['query'] & { readonly data: readonly Item[] | undefined };
  empty: ComponentProps<typeof EmptyState>;
  children: (items: readonly Item[]) => ReactNode;
}) {
  if (query.data !== undefined && query.data.length > 0) return children(query.data);
  if (query.data === undefined && skeleton !== undefined && isWaiting(query))
    return <Skeleton>{skeleton}</Skeleton>;
  return <Card>{query.data ? <EmptyState {...empty} /> : <LoadState query={query} />}</Card>;
}

/** Shows values with their labels, in two columns on wide screens. A missing value is shown as "none". */
export function DataList({ items }: { items: Readonly<Record<string, ReactNode>> }) {
  const t = useT();
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      {Object.entries(items).map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-sm text-muted">{label}</dt>
          <dd>{value || <span className="text-muted">{t('common.none')}</span>}</dd>
        </div>
      ))}
    </dl>
  );
}

export const BoneFacts = ({ labels }: { labels: readonly string[] }) => (
  <DataList items={Object.fromEntries(labels.map((label) => [label, <Bone key={label} />]))} />
);

export function RowList<Row>({
  rows,
  rowKey,
  none,
  className = 'flex flex-wrap items-center justify-between gap-2 py-3',
  children,
}: {
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string;
  none?: ReactNode;
  className?: string;
  children: (row: Row) => ReactNode;
}) {
  if (rows.length === 0) return typeof none === 'string' ? <p className="text-muted">{none}</p> : none;
  return (
    <ul className="divide-y divide-line">
      {rows.map((row, index) => (
        <li key={rowKey(row, index)} className={`${className} first:pt-0 last:pb-0`}>
          {children(row)}
        </li>
      ))}
    </ul>
  );
}
