import { noCreator, permissionOrders } from '@vid/contract/permission-filters';
import { useRead } from '#shared/api/queries.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { FilterBar } from '#shared/ui/list/filter-bar.tsx';
import { isDay } from '#shared/ui/list/period.ts';
import { useListView } from '#shared/ui/list/use-list-view.ts';
import { useRoles } from '#features/applications/roles/roles.ts';
import type { PermissionQuery } from './permissions.tsx';

// The newest people are first unless another order is chosen.
const [, ...orders] = permissionOrders;
const filters = {
  role: null,
  status: ['active', 'locked'],
  by: null,
  from: null,
  to: null,
  sort: orders,
} as const;

export type PermissionView = ReturnType<typeof useListView<typeof filters>>;

export const usePermissionView = (): PermissionView => useListView(filters);

/** Returns the query for the server. Ignores values in the URL that the server would reject. */
export function queryOf({ query }: PermissionView): PermissionQuery {
  const { role = '', by = '', from = '', to = '', sort, ...filtered } = query;
  return {
    ...filtered,
    ...(/^[a-z][a-z0-9_-]{0,40}$/.test(role) && { role }),
    ...(by !== '' && by.length <= 64 && { createdBy: by }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(sort !== undefined && filtered.search === undefined && { sort }),
  };
}

export function PermissionFilters({ appId, view }: { appId: string; view: PermissionView }) {
  const t = useT();
  const roles = useRoles(appId);
  const creators = useRead('GET /vid/api/apps/:appId/permissions/creators', { params: { appId } });
  return (
    <FilterBar
      view={view}
      search={t('apps.people.search')}
      filters={[
        {
          name: 'role',
          label: t('apps.people.role'),
          options: (roles.data ?? []).map(({ code, name }) => ({ value: code, label: name })),
        },
        {
          name: 'status',
          label: t('list.status'),
          options: filters.status.map((value) => ({ value, label: t(`apps.people.status.${value}`) })),
        },
        {
          name: 'by',
          label: t('apps.people.createdBy'),
          options: (creators.data ?? []).map(({ id, name }) => ({
            value: id,
            label: name ?? t(id === noCreator ? 'apps.people.noCreator' : 'account.unnamed'),
          })),
        },
      ]}
      period={{ label: t('apps.people.added'), from: 'from', to: 'to' }}
    />
  );
}
