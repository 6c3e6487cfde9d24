import { auditKindGroups } from '@vid/contract/audit-kinds';
import { useId } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { FilterSelect } from '#shared/ui/list/filter-select.tsx';
import { useListView } from '#shared/ui/list/use-list-view.ts';
import { type AuditQuery, auditGroups, auditKinds } from './audit-log.ts';

const filters = {
  account: null,
  actor: null,
  group: auditGroups,
  kind: auditKinds,
  from: null,
  to: null,
} as const;

export const useAuditView = () => useListView(filters);
export type AuditView = ReturnType<typeof useAuditView>;

const dayMs = 24 * 60 * 60_000;
/** The start of a day in the association's time zone; undefined for a text that is not a day. */
function startOf(day: string): number | undefined {
  const time = /^\d{4}-\d{2}-\d{2}$/u.test(day) ? Date.parse(`${day}T00:00:00+07:00`) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

const isAddress = (text: string) => text.includes(':') || /^\d+(?:\.\d+){3}$/u.test(text);

/** The request for the filters in the address and the search text, which is an IP address, a phone or an account id. */
export function queryOf({
  search,
  filters: { account, actor, group, kind, from, to },
  after,
}: AuditView): AuditQuery {
  const [first, last] = [startOf(from), startOf(to)];
  return {
    ...(account !== '' && { account }),
    ...(search !== '' && (isAddress(search) ? { address: search } : { account: search })),
    ...(actor !== '' && { actor }),
    ...(group !== '' && { group }),
    ...(kind !== '' && { kind }),
    ...(first !== undefined && { from: new Date(first).toISOString() }),
    ...(last !== undefined && { to: new Date(last + dayMs).toISOString() }),
    ...(after !== undefined && { after }),
  };
}

export function AuditFilters({ view }: { view: AuditView }) {
  const t = useT();
  const { group, kind } = view.filters;
  const kinds = group === '' ? [] : auditKindGroups[group];
  return (
    <div className="grid w-full grid-cols-2 gap-3 sm:w-auto sm:grid-cols-[repeat(4,minmax(0,auto))] max-lg:sm:grid-cols-2">
      <FilterSelect
        label={t('admin.audit.group')}
        all={t('admin.audit.anyGroup')}
        value={group}
        options={auditGroups.map((value) => ({ value, label: t(`admin.audit.group.${value}`) }))}
        onChange={(value) => view.setFilters({ group: value, kind: '' })}
      />
      <FilterSelect
        label={t('admin.audit.kind')}
        all={t('admin.audit.anyKind')}
        value={kind}
        options={(group === '' ? auditKinds : kinds).map((value) => ({
          value,
          label: t(`admin.audit.kind.${value}`),
        }))}
        onChange={(value) => view.setFilters({ kind: value })}
      />
      <DayFilter
        label={t('admin.audit.from')}
        value={view.filters.from}
        onChange={(from) => view.setFilters({ from })}
      />
      <DayFilter
        label={t('admin.audit.to')}
        value={view.filters.to}
        onChange={(to) => view.setFilters({ to })}
      />
    </div>
  );
}

function DayFilter({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (day: string) => void;
}) {
  const id = useId();
  return (
    <div className="flex min-h-11 min-w-0 items-center gap-2 rounded-control border border-field bg-card ps-4 pe-2 text-label">
      <label htmlFor={id} className="text-muted">
        {label}
      </label>
      <input
        id={id}
        type="date"
        className="digits min-h-10 w-full min-w-0 bg-transparent"
        value={value}
        onChange={(change) => onChange(change.target.value)}
      />
    </div>
  );
}
