import { rowOutcomes } from '@vid/contract/endpoints/admin/import-shapes';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { formatNumber } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { formatPhone } from '#shared/lib/phone.ts';
import { TextLink } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/feedback/empty-state.tsx';
import { FilterSelect } from '#shared/ui/list/filter-select.tsx';
import { ListState } from '#shared/ui/list/list-state.tsx';
import { Pager } from '#shared/ui/list/pager.tsx';
import { useListView } from '#shared/ui/list/use-list-view.ts';
import { type Column, TableCard } from '#shared/ui/page/table-card.tsx';
import { type Import, type ImportRow, useImportRows } from './imports.ts';
import { OutcomeBadge } from './status-badge.tsx';

const filters = { outcome: rowOutcomes, import: null } as const;

export function ReportCard({ found }: { found: Import }) {
  const t = useT();
  const view = useListView(filters);
  const { outcome } = view.filters;
  const rows = useImportRows(found.id, found.status, {
    ...(outcome !== '' && { outcome }),
    ...(view.after !== undefined && { after: view.after }),
  });
  return (
    <section aria-label={t('admin.import.report')} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">{t('admin.import.report')}</h2>
        <FilterSelect
          label={t('admin.import.report.outcome')}
          all={t('admin.import.report.all')}
          value={outcome}
          options={rowOutcomes.map((value) => ({ value, label: t(`admin.import.outcome.${value}`) }))}
          onChange={(value) => view.setFilter('outcome', value)}
        />
      </div>
      <TableCard
        caption={t('admin.import.report')}
        columns={columnsOf(t)}
        rows={rows.data?.items ?? []}
        rowKey={({ row }) => String(row)}
        renderCard={(row) => <RowCard row={row} />}
        empty={
          <ListState
            query={rows}
            view={{ isFiltered: outcome !== '', clear: () => view.setFilter('outcome', '') }}
            failed={t('admin.import.report.failed')}
            empty={<EmptyState icon="list" title={t('admin.import.report.none')} />}
          />
        }
      />
      <Pager view={view} next={rows.data?.next ?? null} isBusy={rows.isPlaceholderData} />
    </section>
  );
}

function columnsOf(t: Translate): readonly Column<ImportRow>[] {
  return [
    { key: 'row', title: t('admin.import.report.row'), cell: ({ row }) => formatNumber(row), isDigits: true },
    { key: 'name', title: t('admin.import.field.name'), cell: (row) => <Name row={row} /> },
    {
      key: 'phone',
      title: t('admin.import.field.phone'),
      cell: ({ phone }) => <bdi dir="ltr">{shownPhone(phone)}</bdi>,
      isDigits: true,
    },
    {
      key: 'outcome',
      title: t('admin.import.report.outcome'),
      cell: ({ outcome }) => <OutcomeBadge outcome={outcome} />,
    },
    { key: 'notes', title: t('admin.import.report.notes'), cell: ({ notes }) => notesText(t, notes) },
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
