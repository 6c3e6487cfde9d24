import { rowOutcomes } from '@vid/contract/endpoints/admin/import-shapes';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { useRead } from '#shared/api/queries.ts';
import { formatNumber } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { formatPhone } from '#shared/lib/phone.ts';
import { TextLink } from '#shared/ui/button.tsx';
import { ViewFilter } from '#shared/ui/list/filter-select.tsx';
import { ListTable } from '#shared/ui/list/list-table.tsx';
import { useListView } from '#shared/ui/list/use-list-view.ts';
import type { Column } from '#shared/ui/page/table-card.tsx';
import { readOnce } from '#features/admin/audit/audit-log.ts';
import type { Import, ImportRow } from './imports.ts';
import { OutcomeBadge } from './status-badge.tsx';

const filters = { outcome: rowOutcomes, import: null } as const;

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
    <section aria-label={t('admin.import.report')} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">{t('admin.import.report')}</h2>
        <ViewFilter
          view={view}
          name="outcome"
          label={t('admin.import.report.outcome')}
          all={t('admin.import.report.all')}
          options={rowOutcomes.map((value) => ({ value, label: t(`admin.import.outcome.${value}`) }))}
        />
      </div>
      <ListTable
        query={rows}
        view={{
          ...view,
          isFiltered: view.filters.outcome !== '',
          clear: () => view.setFilter('outcome', ''),
        }}
        caption={t('admin.import.report')}
        columns={columnsOf(t)}
        rowKey={({ row }) => String(row)}
        renderCard={(row) => <RowCard row={row} />}
        failed={t('admin.import.report.failed')}
        empty={{ icon: 'list', title: t('admin.import.report.none') }}
      />
    </section>
  );
}

function columnsOf(t: Translate): readonly Column<ImportRow>[] {
  return [
    { title: t('admin.import.report.row'), cell: ({ row }) => formatNumber(row), isDigits: true },
    { title: t('admin.import.field.name'), cell: (row) => <Name row={row} /> },
    {
      title: t('admin.import.field.phone'),
      cell: ({ phone }) => <bdi dir="ltr">{shownPhone(phone)}</bdi>,
      isDigits: true,
    },
    { title: t('admin.import.report.outcome'), cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
    { title: t('admin.import.report.notes'), cell: ({ notes }) => notesText(t, notes) },
  ];
}

/** Invalid rows show their original texts. */
const shownPhone = (phone: string) => (phone.startsWith('+') ? formatPhone(phone) : phone);

function notesText(t: Translate, notes: ImportRow['notes']): string {
  return notes
    .map(({ field, note }) => `${t(`admin.import.field.${field}`)}: ${t(`admin.import.note.${note}`)}`)
    .join('. ');
}

function Name({ row: { name, accountId } }: { row: ImportRow }) {
  const path = accountId === null ? null : pathTo(areaPaths.adminAccount, { accountId });
  if (path === null) return <bdi className="wrap-anywhere">{name ?? ''}</bdi>;
  return (
    <TextLink isPlain to={path} className="wrap-anywhere">
      <bdi>{name ?? accountId}</bdi>
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
      {row.notes.length > 0 && <p className="text-label">{notesText(t, row.notes)}</p>}
    </div>
  );
}
