import { auditKindGroups } from '@vid/contract/audit-kinds';
import { useT } from '#shared/i18n/use-t.ts';
import { FilterDate, isDay } from '#shared/ui/list/filter-date.tsx';
import { FilterSelect } from '#shared/ui/list/filter-select.tsx';
import { Filters } from '#shared/ui/list/filters.tsx';
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
const startOf = (day: string): number | undefined =>
  isDay(day) ? Date.parse(`${day}T00:00:00+07:00`) : undefined;

const isAddress = (text: string) => text.includes(':') || /^\d+(?:\.\d+){3}$/u.test(text);

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
  const { group, kind, from, to } = view.filters;
  const kinds = group === '' ? [] : auditKindGroups[group];
  return (
    <Filters>
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
      <FilterDate
        label={t('admin.audit.from')}
        value={isDay(from) ? from : ''}
        onChange={(value) => view.setFilters({ from: value })}
      />
      <FilterDate
        label={t('admin.audit.to')}
        value={isDay(to) ? to : ''}
        onChange={(value) => view.setFilters({ to: value })}
      />
    </Filters>
  );
}
