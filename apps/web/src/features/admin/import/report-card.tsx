import { rowOutcomes, type NoteGroup } from '@vid/contract/endpoints/admin/import-shapes';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { useRead } from '#shared/api/queries.ts';
import { formatNumber } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { formatPhone } from '#shared/lib/phone.ts';
import { TextLink } from '#shared/ui/button.tsx';
import { FilterBar } from '#shared/ui/list/filter-bar.tsx';
import { ListTable, type Column } from '#shared/ui/list/list-table.tsx';
import { useListView } from '#shared/ui/list/use-list-view.ts';
import { readOnce } from '#features/admin/audit/audit-log.tsx';
import type { Import, ImportRow } from './imports.ts';
import { notesText } from './notes-text.ts';
import { OutcomeBadge } from './status-badge.tsx';

const groups = ['guessed', 'changed', 'leftOut'] as const satisfies NoteGroup[];
const filters = { outcome: rowOutcomes, noted: groups, import: null } as const;

export function ReportCard({ found }: { found: Import }) {
  const t = useT();
  const view = useListView(filters);
  const { import: _import, ...query } = view.query;
  const rows = useRead(
    'GET /vid/api/admin/imports/:importId/rows',
    { params: { importId: found.id }, query },
    { ...readOnce, revision: found.status },
  );
  return (
    <section aria-label={t('admin.import.report')} className="grid grid-cols-[minmax(0,1fr)]">
      <div>
        <h2 className="mb-3 text-lg">{t('admin.import.report')}</h2>
        <FilterBar
          view={view}
          filters={[
            {
              name: 'outcome',
              label: t('admin.import.report.outcome'),
              options: rowOutcomes.map((value) => ({ value, label: t(`admin.import.outcome.${value}`) })),
            },
            {
              name: 'noted',
              label: t('admin.import.report.noted'),
              options: groups.map((value) => ({ value, label: t(`admin.import.report.noted.${value}`) })),
            },
          ]}
        />
      </div>
      <ListTable
        query={rows}
        view={{
          ...view,
          isFiltered: view.filters.outcome !== '' || view.filters.noted !== '',
          clear: () => view.setFilters({ outcome: '', noted: '' }),
        }}
        caption={t('admin.import.report')}
        columns={columns}
        rowKey={({ row }) => String(row)}
        renderCard={(row) => <RowCard row={row} />}
        empty={{ icon: 'list', title: t('admin.import.report.none') }}
      />
    </section>
  );
}

const columns: readonly Column<ImportRow>[] = [
  { title: 'admin.import.report.row', cell: ({ row }) => formatNumber(row), isDigits: true },
  { title: 'admin.import.field.name', cell: (row) => <Name row={row} /> },
  {
    title: 'admin.import.field.phone',
    cell: ({ phone }) => <bdi dir="ltr">{shownPhone(phone)}</bdi>,
    isDigits: true,
  },
  { title: 'admin.import.report.outcome', cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
  {
    title: 'admin.account.notes',
    cell: ({ notes, outcome }, t) => notesText(t, notes, outcome !== 'invalid'),
  },
];

/** An invalid row contains its original text, which may not be a phone number. */
const shownPhone = (phone: string) => (phone.startsWith('+') ? formatPhone(phone) : phone);

function Name({ row: { name, accountId } }: { row: ImportRow }) {
  const t = useT();
  const path = accountId === null ? null : pathTo(areaPaths.adminAccount, { accountId });
  if (path === null) return <bdi className="wrap-anywhere">{name ?? ''}</bdi>;
  return (
    <TextLink isPlain to={path} className="wrap-anywhere">
      <bdi>{name ?? t('account.unnamed')}</bdi>
    </TextLink>
  );
}

function RowCard({ row }: { row: ImportRow }) {
  const t = useT();
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-sm text-muted">{t('admin.import.report.rowNumber', { row: row.row })}</span>
        <OutcomeBadge outcome={row.outcome} />
      </div>
      <Name row={row} />
      <bdi dir="ltr" className="digits wrap-anywhere text-muted">
        {shownPhone(row.phone)}
      </bdi>
      {row.notes.length > 0 && (
        <p className="text-label">{notesText(t, row.notes, row.outcome !== 'invalid')}</p>
      )}
    </div>
  );
}
