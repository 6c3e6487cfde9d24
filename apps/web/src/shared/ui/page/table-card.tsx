import type { ReactNode } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { SelectAll, type Selection, SelectRow } from '#shared/ui/list/selection.tsx';

export type Column<Row> = {
  /** The heading, different for each column. */
  title: string;
  cell: (row: Row) => ReactNode;
  /** Uses tabular digits, for dates, phones and numbers. */
  isDigits?: boolean;
  align?: 'start' | 'end';
  /** Sorts by this column. If absent, users cannot sort by the column. */
  sort?: Sort;
};

export type Sort = { readonly direction: 'asc' | 'desc' | null; readonly onSort: () => void };

type Props<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  empty: ReactNode;
  /** Renders a row on screens below 992 px, where a table does not fit. */
  renderCard?: (row: Row) => ReactNode;
  /** Puts a checkbox before each row. */
  selection?: Selection<Row>;
};

/** A table that scrolls inside its card. The card is focusable so that it can be scrolled by keyboard. */
export function TableCard<Row>({ caption, columns, rows, rowKey, empty, renderCard, selection }: Props<Row>) {
  const t = useT();
  if (rows.length === 0) return <div className="rounded-card border border-line bg-card">{empty}</div>;
  return (
    <>
      {renderCard && <CardTools columns={columns} selection={selection} />}
      {renderCard && (
        <ul
          aria-label={caption}
          className="divide-y divide-line rounded-card border border-line bg-card lg:hidden"
        >
          {rows.map((row) => (
            <li key={rowKey(row)} className="flex gap-3 p-4">
              {selection && <SelectRow selection={selection} row={row} />}
              <div className="min-w-0 flex-1">{renderCard(row)}</div>
            </li>
          ))}
        </ul>
      )}
      <section
        aria-label={`${caption}. ${t('shell.scrollTable')}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be reachable by keyboard
        tabIndex={0}
        className={cx(
          'overflow-x-auto rounded-card border border-line bg-card',
          renderCard !== undefined && 'max-lg:hidden',
        )}
      >
        <table className="w-full text-label">
          <caption className="sr-only">{caption}</caption>
          <thead className="border-b border-line text-sm text-muted">
            <tr>
              {selection && (
                <th scope="col" className="w-px ps-4 md:ps-6">
                  <SelectAll selection={selection} />
                </th>
              )}
              {columns.map((column) => (
                <HeadCell key={column.title} column={column} />
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((row) => (
              <tr key={rowKey(row)} className={cx(selection?.has(row) && 'bg-soft')}>
                {selection && (
                  <td className="w-px ps-4 md:ps-6">
                    <SelectRow selection={selection} row={row} />
                  </td>
                )}
                {columns.map((column) => (
                  <td
                    key={column.title}
                    className={cx('px-4 py-3 md:px-6', column.align === 'end' && 'text-end')}
                  >
                    {column.isDigits ? (
                      <span className="digits whitespace-nowrap">{column.cell(row)}</span>
                    ) : (
                      column.cell(row)
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

const orders = { asc: 'ascending', desc: 'descending' } as const;
const arrows = { asc: '↑', desc: '↓' } as const;

function HeadCell<Row>({ column: { title, align, sort } }: { column: Column<Row> }) {
  return (
    <th
      scope="col"
      aria-sort={sort?.direction ? orders[sort.direction] : undefined}
      className={cx(
        'px-4 py-3 font-semibold whitespace-nowrap md:px-6',
        align === 'end' ? 'text-end' : 'text-start',
      )}
    >
      {sort ? <SortButton sort={sort}>{title}</SortButton> : title}
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

function CardTools<Row>({
  columns,
  selection,
}: {
  columns: readonly Column<Row>[];
  selection: Selection<Row> | undefined;
}) {
  const t = useT();
  const sorts = columns.flatMap(({ title, sort }) => (sort ? [{ title, sort }] : []));
  if (!selection && sorts.length === 0) return null;
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-4 px-4 lg:hidden">
      {selection && <SelectAll selection={selection} isLabelled />}
      {sorts.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
          <span aria-hidden="true">{t('list.sort')}</span>
          <ul aria-label={t('list.sort')} className="flex flex-wrap gap-x-4 gap-y-2">
            {sorts.map(({ title, sort }) => (
              <li key={title}>
                <SortButton sort={sort}>
                  {title}
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
