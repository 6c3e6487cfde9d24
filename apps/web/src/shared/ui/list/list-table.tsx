import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import type { PlainKey, Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { useAfterDelay } from '#shared/hooks/use-after-delay.ts';
import { cx } from '#shared/lib/cx.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { EmptyState, isWaiting, LoadState } from '#shared/ui/feedback/load-state.tsx';
import { Bone } from '#shared/ui/feedback/skeleton.tsx';
import { SelectAll, type Selection, SelectRow } from './selection.tsx';
import type { ListView } from './use-list-view.ts';

type Page<Row> = { readonly items: readonly Row[]; readonly next: string | null };
type Query = Pick<UseQueryResult, 'isError' | 'error' | 'isFetching' | 'isPlaceholderData' | 'refetch'>;

/**
 * Shows the rows of a query as a table, and as cards on narrow screens, including the states for loading and failure.
 * With a view, the query contains one page of the rows.
 */
export function ListTable<Row>({
  query,
  view,
  rows = query.data === undefined ? [] : 'items' in query.data ? query.data.items : query.data,
  failed,
  empty,
  renderCard = (row) => <RowCard row={row} columns={table.columns} />,
  ...table
}: Omit<ComponentProps<typeof TableCard<Row>>, 'rows' | 'empty'> & {
  query: Query & { readonly data: Page<Row> | readonly Row[] | undefined };
  view?: Pick<ListView, 'isFiltered' | 'clear' | 'toNext' | 'toPrevious'>;
  rows?: readonly Row[];
  failed?: string;
  empty: ComponentProps<typeof EmptyState>;
}) {
  const t = useT();
  const { data } = query;
  return (
    <>
      <TableCard
        {...table}
        rows={rows}
        renderCard={renderCard}
        isStale={query.isPlaceholderData}
        isWaiting={data === undefined && isWaiting(query)}
        empty={
          data === undefined ? (
            <LoadState query={query} failed={failed} />
          ) : view?.toPrevious && 'next' in data && data.next === null ? (
            <EmptyState icon="list" title={t('list.pageEmpty')} />
          ) : view?.isFiltered === true ? (
            <EmptyState
              icon="search"
              title={t('list.noMatch')}
              action={<Button look="secondary" onClick={view.clear} text="list.clear" />}
              lead={t('list.noMatch.text')}
            />
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

/**
 * Shows the first cell as the card's title, with the actions next to it. The other facts are below the title on phones,
 * and beside it on tablets, in columns of equal width.
 */
function RowCard<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  const t = useT();
  const [first, ...others] = columns;
  const actions = others.find(({ title }) => title === 'list.actions');
  const facts = others
    .flatMap(({ title, card, isDigits, cell }) =>
      card === undefined ? [] : [{ title, card, isDigits, value: cell(row, t) }],
    )
    .filter(({ value }) => value !== null && value !== undefined && value !== false && value !== '');
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <div className="min-w-0 flex-1 basis-40 md:basis-52">{first?.cell(row, t)}</div>
      {facts.length > 0 && (
        <div className="order-last flex min-w-0 grow basis-full flex-wrap items-center gap-x-4 gap-y-1 text-label wrap-anywhere md:order-none md:basis-52">
          {facts.map(({ title, card, isDigits, value }) => (
            <span key={title} className="flex flex-wrap items-center gap-x-2 md:flex-1 md:basis-28">
              <span className={card === 'named' ? 'text-muted' : 'sr-only'}>{`${t(title)} `}</span>
              {isDigits ? <span className="digits">{value}</span> : value}
            </span>
          ))}
        </div>
      )}
      {actions?.cell(row, t)}
    </div>
  );
}

type Props = {
  view: Pick<ListView, 'toNext' | 'toPrevious'>;
  next: string | null;
  isBusy: boolean;
};

function Pager({ view: { toNext, toPrevious }, next, isBusy }: Props) {
  const t = useT();
  if (next === null && !toPrevious) return null;
  return (
    <nav aria-label={t('list.pages')} className="mt-4 flex flex-wrap justify-end gap-3">
      {toPrevious && <Button look="secondary" onClick={toPrevious} text="list.previous" />}
      {next !== null && (
        <Button look="secondary" isBusy={isBusy} onClick={() => toNext(next)} text="list.next" />
      )}
    </nav>
  );
}

export type Column<Row> = {
  title: PlainKey;
  cell: (row: Row, t: Translate) => ReactNode;
  /** Uses tabular digits for dates, phones and numbers. */
  isDigits?: boolean;
  align?: 'start' | 'end';
  /** Shows the value on the cards of narrow screens, with its title if `named`. */
  card?: 'plain' | 'named';
  /** Hides the column below 1200 px. */
  isWide?: boolean;
  /** Sorts the list by this column. If absent, users cannot sort by it. */
  sort?: Sort;
};

export type Sort = { readonly direction: 'asc' | 'desc' | null; readonly onSort: () => void };

type TableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  empty: ReactNode;
  /** Renders a row below 992 px, where a table does not fit. */
  renderCard?: (row: Row) => ReactNode;
  selection?: Selection<Row> | undefined;
  /** Whether the rows belong to an earlier search or filter. */
  isStale?: boolean;
  isWaiting?: boolean;
};

const bones = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/**
 * Shows a table. With cards for narrow screens, the table is only shown where it fits, and its header sticks below the
 * page header. Otherwise it scrolls inside its card, which is focusable so that it can be scrolled by keyboard.
 */
export function TableCard<Row>({
  caption,
  columns,
  rows,
  empty,
  isStale = false,
  isWaiting: hasBones = false,
  ...table
}: TableProps<Row>) {
  const t = useT();
  const isDimmed = useAfterDelay(isStale);
  const { renderCard, rowKey, selection } = table;
  if (rows.length === 0 && !hasBones)
    return <div className="rounded-card border border-line bg-card">{empty}</div>;
  if (!renderCard)
    return (
      <section
        aria-label={`${caption}. ${t('shell.scrollTable')}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-card border border-line bg-card"
      >
        <Table {...{ caption, columns, rows, rowKey }} />
      </section>
    );
  return (
    <div aria-busy={isStale || hasBones} className={cx('transition-opacity', isDimmed && 'opacity-60')}>
      <CardTools columns={columns} selection={selection} />
      <ul
        aria-label={caption}
        className="divide-y divide-line rounded-card border border-line bg-card lg:hidden"
      >
        {hasBones &&
          bones.map((bone) => (
            <li key={bone} aria-hidden="true" className="flex animate-appear gap-2 p-3">
              {selection && <span className="bone size-6" />}
              <div className="grid flex-1 gap-1 sm:grid-cols-2">
                <Bone />
                <Bone className="w-56 text-label" />
              </div>
            </li>
          ))}
        {rows.map((row) => (
          <li key={rowKey(row)} className="flex gap-2 p-3">
            {selection && <SelectRow selection={selection} row={row} />}
            <div className="min-w-0 flex-1">{renderCard(row)}</div>
          </li>
        ))}
      </ul>
      <div className="rounded-control border border-line bg-card max-lg:hidden">
        <Table isSticky {...{ caption, columns, rows, rowKey, selection, isWaiting: hasBones }} />
      </div>
    </div>
  );
}

function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  selection,
  isSticky = false,
  isWaiting: hasBones = false,
}: Omit<TableProps<Row>, 'empty' | 'renderCard' | 'isStale'> & { isSticky?: boolean }) {
  const t = useT();
  return (
    <table className="w-full border-separate border-spacing-0 text-label">
      <caption className="sr-only">{caption}</caption>
      <thead
        className={cx(
          'text-sm text-muted *:*:border-b *:*:border-line *:*:bg-card',
          isSticky && 'sticky top-15 z-10 *:*:first:rounded-ss-control *:*:last:rounded-se-control',
        )}
      >
        <tr>
          {selection && (
            <th scope="col" className="h-8 w-px ps-4">
              <SelectAll selection={selection} />
            </th>
          )}
          {columns.map((column) => (
            <HeadCell key={column.title} column={column} />
          ))}
        </tr>
      </thead>
      <tbody className="*:not-last:*:border-b *:*:border-line">
        {hasBones &&
          bones.map((bone) => (
            <tr key={bone} aria-hidden="true" className="animate-appear">
              {selection && (
                <td className="w-px ps-4">
                  <Bone className="size-6" />
                </td>
              )}
              {columns.map((column) => (
                <td key={column.title} className={cx('h-11 px-3 py-1', cellClass(column))}>
                  <Bone className={cx('w-24', column.align === 'end' && 'ms-auto')} />
                </td>
              ))}
            </tr>
          ))}
        {rows.map((row) => (
          <tr key={rowKey(row)} className={cx('hover:bg-bg', selection?.has(row) && 'bg-soft')}>
            {selection && (
              <td className="w-px ps-4">
                <SelectRow selection={selection} row={row} />
              </td>
            )}
            {columns.map((column) => (
              // CSS treats the height of a table cell as its minimum height.
              <td key={column.title} className={cx('h-11 px-3 py-1', cellClass(column))}>
                {column.isDigits ? (
                  <span className="digits whitespace-nowrap">{column.cell(row, t)}</span>
                ) : (
                  column.cell(row, t)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const cellClass = ({ align, isWide }: Pick<Column<never>, 'align' | 'isWide'>) =>
  cx('first:ps-4 last:pe-4', align === 'end' ? 'text-end' : 'text-start', isWide === true && 'max-xl:hidden');

const orders = { asc: 'ascending', desc: 'descending' } as const;
const arrows = { asc: '↑', desc: '↓' } as const;

function HeadCell<Row>({ column }: { column: Column<Row> }) {
  const t = useT();
  const { title, sort } = column;
  return (
    <th
      scope="col"
      aria-sort={sort?.direction ? orders[sort.direction] : undefined}
      className={cx('h-8 px-3 font-semibold whitespace-nowrap', cellClass(column))}
    >
      {sort ? <SortButton sort={sort}>{t(title)}</SortButton> : t(title)}
    </th>
  );
}

function SortButton({ sort, children }: { sort: Sort; children: ReactNode }) {
  return (
    <button
      type="button"
      className="inline-flex min-h-6 cursor-pointer items-center gap-2 rounded-sm font-semibold hover:text-ink"
      onClick={sort.onSort}
    >
      {children}
      <span aria-hidden="true">{sort.direction ? arrows[sort.direction] : '↕'}</span>
    </button>
  );
}

type CardToolsProps<Row> = {
  columns: readonly Column<Row>[];
  selection: Selection<Row> | undefined;
};

function CardTools<Row>({ columns, selection }: CardToolsProps<Row>) {
  const t = useT();
  const sorts = columns.flatMap(({ title, sort }) => (sort ? [{ title, sort }] : []));
  if (!selection && sorts.length === 0) return null;
  return (
    <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 px-3 lg:hidden">
      {selection && <SelectAll selection={selection} isLabelled />}
      {sorts.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
          <ul aria-label={t('list.sort')} className="flex flex-wrap gap-x-4 gap-y-2">
            {sorts.map(({ title, sort }) => (
              <li key={title}>
                <SortButton sort={sort}>
                  {t(title)}
                  {sort.direction && <span className="sr-only"> ({t(`list.sort.${sort.direction}`)})</span>}
                </SortButton>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
