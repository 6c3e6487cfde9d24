import type { NoteGroup, RowOutcome } from '@vid/contract/endpoints/admin/transfers/import-shapes';
import { useState } from 'react';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { useRead } from '#shared/api/queries.ts';
import { formatNumber } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { TextLink } from '#shared/ui/controls/button.tsx';
import { ListTable, type Column } from '#shared/ui/list/list-table.tsx';
import { useListView } from '#shared/ui/list/use-list-view.ts';
import { readOnce } from '#features/admin/audit/audit-log.tsx';
import type { Import, ImportRow } from './imports.ts';
import { Notes, shownPhone } from './notes.tsx';
import { OutcomeBadge } from './status-badge.tsx';

/** Groups of rows that need attention, the most urgent first. */
const urgent = ['invalid', 'guessed', 'changed', 'leftOut', 'duplicate', 'exists'] as const;
const groups = [...urgent, 'new', 'added', 'removed', 'kept'] as const satisfies readonly (
  | RowOutcome
  | NoteGroup
)[];
type Group = (typeof groups)[number];
const filters = { show: [...groups, 'all'], import: null } as const;

const noted: ReadonlySet<string> = new Set<NoteGroup>(['guessed', 'changed', 'leftOut']);

const isNoted = (group: Group): group is NoteGroup => noted.has(group);

export function ReportCard({ found }: { found: Import }) {
  const t = useT();
  const { counts } = found;
  const view = useListView(filters);
  // Choose the first group once, because the counts change while the import runs, but the shown rows must not.
  const [first] = useState<Group | 'all'>(() => urgent.find((group) => counts[group] > 0) ?? 'all');
  const shown = view.filters.show || first;
  const advice = isUrgent(shown) ? adviceOf(shown, found) : null;
  const filter = shown === 'all' ? {} : isNoted(shown) ? { noted: shown } : { outcome: shown };
  const { after } = view.query;
  const rows = useRead(
    'GET /vid/api/admin/imports/:importId/rows',
    { params: { importId: found.id }, query: { ...filter, ...(after !== undefined && { after }) } },
    { ...readOnce, revision: found.status },
  );
  const offered = groups.filter((group) => counts[group] > 0 || group === shown);
  return (
    <section aria-label={t('admin.import.report')} className="grid grid-cols-[minmax(0,1fr)]">
      <h2 className="text-lg">{t('admin.import.report')}</h2>
      <ul className="my-3 flex flex-wrap gap-2">
        {([...offered, 'all'] as const).map((group) => (
          <li key={group}>
            <button
              type="button"
              aria-pressed={group === shown}
              onClick={() => view.setFilter('show', group)}
              className={cx(
                'inline-flex min-h-10 items-center gap-2 rounded-control border px-3 text-label',
                group === shown
                  ? 'border-brand bg-soft font-semibold text-brand'
                  : 'border-field bg-card hover:border-ink',
              )}
            >
              {t(`admin.import.show.${group}`)}
              <span className="digits">{formatNumber(group === 'all' ? counts.rows : counts[group])}</span>
            </button>
          </li>
        ))}
      </ul>
      {advice !== null && <p className="mb-4 text-muted">{t(advice)}</p>}
      <ListTable
        query={rows}
        view={{ ...view, isFiltered: shown !== 'all', clear: () => view.setFilter('show', 'all') }}
        caption={t('admin.import.report')}
        columns={columns}
        rowKey={({ row }) => String(row)}
        renderCard={(row) => <RowCard row={row} />}
        empty={{ icon: 'list', title: t('admin.import.report.none') }}
      />
    </section>
  );
}

type UrgentGroup = (typeof urgent)[number];

const isUrgent = (shown: string): shown is UrgentGroup => urgent.some((group) => group === shown);

/** Returns the key of the advice for a group of rows; null if an undo has made the advice pointless. */
function adviceOf(shown: UrgentGroup, { status, counts }: Import) {
  const isUndone = status === 'undoing' || status === 'undone';
  const isAdded = status === 'running' || counts.added > 0;
  if (shown === 'guessed' && isUndone) return 'admin.import.show.guessed.removed';
  if (shown === 'guessed' && isAdded) return 'admin.import.show.guessed.added';
  const isPast = isUndone && shown !== 'invalid' && shown !== 'exists';
  return isPast ? null : (`admin.import.show.${shown}.text` as const);
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
    cell: ({ notes, outcome }) => <Notes notes={notes} isValid={outcome !== 'invalid'} />,
  },
];

function Name({ row: { name, accountId } }: { row: ImportRow }) {
  const t = useT();
  const path = accountId === null ? null : pathTo(areaPaths.adminAccount, { accountId });
  const shown = <bdi className={cx(name === null && 'text-muted')}>{name ?? t('account.unnamed')}</bdi>;
  if (path === null) return <span className="block min-w-32 wrap-anywhere">{shown}</span>;
  return (
    <TextLink isPlain to={path} className="min-w-32 wrap-anywhere">
      {shown}
    </TextLink>
  );
}

function RowCard({ row }: { row: ImportRow }) {
  const t = useT();
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold">{t('admin.import.report.rowNumber', { row: row.row })}</span>
        <OutcomeBadge outcome={row.outcome} />
      </div>
      <div className="flex flex-wrap gap-x-4">
        <Name row={row} />
        {!row.notes.some(({ from }) => from === row.phone) && (
          <bdi dir="ltr" className="digits wrap-anywhere text-muted">
            {shownPhone(row.phone)}
          </bdi>
        )}
      </div>
      <Notes notes={row.notes} isValid={row.outcome !== 'invalid'} />
    </div>
  );
}
