import { auditKindGroups } from '@vid/contract/audit-kinds';
import { useT } from '#shared/i18n/use-t.ts';
import { FilterBar } from '#shared/ui/list/filter-bar.tsx';
import { isDay } from '#shared/ui/list/period.ts';
import { useListView } from '#shared/ui/list/use-list-view.ts';
import type { AuditQuery } from './audit-log.tsx';
import { auditGroups, auditKinds } from './event-texts.ts';

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
/** Returns the start of a day in Vietnam, in epoch milliseconds; undefined for text that is not a day. */
const startOf = (day: string): number | undefined =>
  isDay(day) ? Date.parse(`${day}T00:00:00+07:00`) : undefined;

const isAddress = (text: string) => text.includes(':') || /^\d+(?:\.\d+){3}$/u.test(text);

/**
 * The audit log matches only whole IP addresses, phone numbers and ids, and records each search, so do not search for a
 * part.
 */
const isWhole = (text: string) =>
  text === '' || isAddress(text) || /^acc_\w{20,}$/u.test(text) || text.replaceAll(/\D/gu, '').length >= 10;

/**
 * Returns the request for the URL's filters and the search text, which is an IP address, a phone number or an account
 * id.
 */
export function queryOf({ query: { search, from = '', to = '', ...filtered } }: AuditView): AuditQuery {
  const [first, last] = [startOf(from), startOf(to)];
  return {
    ...filtered,
    ...(search !== undefined && (isAddress(search) ? { address: search } : { account: search })),
    ...(first !== undefined && { from: new Date(first).toISOString() }),
    ...(last !== undefined && { to: new Date(last + dayMs).toISOString() }),
  };
}

export function AuditFilters({ view }: { view: AuditView }) {
  const t = useT();
  const { group } = view.filters;
  const kinds = group === '' ? auditKinds : auditKindGroups[group];
  return (
    <FilterBar
      view={view}
      search={t('admin.audit.search')}
      isSearchable={isWhole}
      filters={[
        {
          name: 'group',
          label: t('admin.audit.group'),
          options: auditGroups.map((value) => ({ value, label: t(`admin.audit.group.${value}`) })),
          resets: 'kind',
        },
        {
          name: 'kind',
          label: t('admin.audit.kind'),
          options: kinds.map((value) => ({ value, label: t(`admin.audit.kind.${value}`) })),
        },
      ]}
      period={{ label: t('list.period'), from: 'from', to: 'to' }}
    />
  );
}
