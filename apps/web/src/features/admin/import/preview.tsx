import { type ImportField, importFields } from '@vid/contract/endpoints/admin/transfers/import-shapes';
import type { Answer } from '#shared/api/request-types.ts';
import { formatNumber } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { type Column, TableCard } from '#shared/ui/list/list-table.tsx';
import { Notes, useShownValue } from './notes.tsx';

type Row = Answer<'POST /vid/api/admin/imports/:importId/preview'>['rows'][number];

/**
 * Shows the first rows as VID reads them. The table has a column for each field that occurs, so it may be wide and
 * scrolls inside its card.
 */
export function Preview({ rows }: { rows: readonly Row[] }) {
  const t = useT();
  const shown = useShownValue();
  const fields = importFields.filter((field) =>
    rows.some(({ values }) => values.some((value) => value.field === field)),
  );
  const columns: readonly Column<Row>[] = [
    { title: 'admin.import.report.row', cell: ({ row }) => formatNumber(row), isDigits: true },
    ...fields.map((field) => fieldColumn(field, shown)),
    { title: 'admin.account.notes', cell: notesCell },
  ];
  const caption = t('admin.import.preview');
  return (
    <div className="mt-6">
      <div className="max-lg:hidden">
        <TableCard
          caption={caption}
          columns={columns}
          rows={rows}
          rowKey={({ row }) => String(row)}
          empty={null}
        />
      </div>
      <ul aria-label={caption} className="divide-y divide-line border-t border-line lg:hidden">
        {rows.map((row) => (
          <li key={row.row} className="py-3">
            <PreviewCard row={row} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function fieldColumn(field: ImportField, shown: ReturnType<typeof useShownValue>): Column<Row> {
  return {
    title: `admin.import.field.${field}`,
    cell: ({ isValid, values }) => {
      const value = isValid && values.find((one) => one.field === field);
      return value && <bdi className="inline-block min-w-28 wrap-anywhere">{shown(value)}</bdi>;
    },
    isDigits: field === 'phone',
  };
}

const notesCell = (row: Row) => <RowNotes row={row} />;

function RowNotes({ row: { isValid, notes } }: { row: Row }) {
  const t = useT();
  return (
    <>
      {!isValid && <p>{t('admin.import.outcome.invalid')}</p>}
      <Notes notes={notes} isValid={isValid} />
    </>
  );
}

function PreviewCard({ row }: { row: Row }) {
  const t = useT();
  const shown = useShownValue();
  return (
    <div className="grid gap-1 text-label">
      <span className="text-muted">{t('admin.import.report.rowNumber', { row: row.row })}</span>
      {row.isValid && (
        <span className="wrap-anywhere">
          {row.values.map((value) => (
            <span key={value.field} className="me-4 inline-block">
              {`${t(`admin.import.field.${value.field}`)}: `}
              <bdi className="font-semibold">{shown(value)}</bdi>
            </span>
          ))}
        </span>
      )}
      <RowNotes row={row} />
    </div>
  );
}
