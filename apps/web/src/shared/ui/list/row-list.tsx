import type { ReactNode } from 'react';

/** The rows of a card, or a text if there are none. */
export function RowList<Row>({
  rows,
  rowKey,
  none,
  className = 'flex flex-wrap items-center justify-between gap-2 py-3',
  children,
}: {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Shown in place of an empty list. */
  none?: ReactNode;
  className?: string;
  children: (row: Row) => ReactNode;
}) {
  if (rows.length === 0) return typeof none === 'string' ? <p className="text-muted">{none}</p> : none;
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <li key={rowKey(row)} className={`${className} first:pt-0 last:pb-0`}>
          {children(row)}
        </li>
      ))}
    </ul>
  );
}
