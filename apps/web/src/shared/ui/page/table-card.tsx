import type { ReactNode } from 'react';
import { useT } from '#shared/i18n/use-t.ts';

export type Column<Row> = {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** For dates, phones and numbers: tabular digits. */
  isDigits?: boolean;
  align?: 'start' | 'end';
};

/** A table that scrolls inside its card. The card is focusable so that it can be scrolled by keyboard. */
export function TableCard<Row>({
  caption,
  columns,
  rows,
  rowKey,
  empty,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  empty: ReactNode;
}) {
  const t = useT();
  if (rows.length === 0) return <div className="rounded-card border border-line bg-card">{empty}</div>;
  return (
    <section
      aria-label={`${caption}. ${t('shell.scrollTable')}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-card border border-line bg-card"
    >
      <table className="w-full text-label">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b border-line text-sm text-muted">
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={`px-4 md:px-6 py-3 font-semibold whitespace-nowrap ${column.align === 'end' ? 'text-end' : 'text-start'}`}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={`px-4 md:px-6 py-3 ${column.align === 'end' ? 'text-end' : ''}`}
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
  );
}
