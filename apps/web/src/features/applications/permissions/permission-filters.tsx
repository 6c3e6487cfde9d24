import { noCreator, permissionOrders } from '@vid/contract/permission-filters';
import { useRead } from '#shared/api/queries.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { LinkButton } from '#shared/ui/button.tsx';
import { FilterDates, isDay } from '#shared/ui/list/filter-date.tsx';
import { Filters, ViewFilter } from '#shared/ui/list/filter-select.tsx';
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

/** Returns the query for the server. Ignores values in the address that the server would refuse. */
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
  const { sort: _sort, ...chosen } = view.filters;
  const isFiltered = Object.values(chosen).some((value) => value !== '');
  return (
    <div className="flex w-full flex-wrap items-center gap-3">
      <Filters>
        <ViewFilter
          view={view}
          name="role"
          label={t('apps.people.role')}
          all={t('apps.people.anyRole')}
          options={(roles.data ?? []).map(({ code, name }) => ({ value: code, label: name }))}
        />
        <ViewFilter
          view={view}
          name="status"
          label={t('list.status')}
          all={t('apps.people.anyStatus')}
          options={filters.status.map((value) => ({ value, label: t(`apps.people.status.${value}`) }))}
        />
        <ViewFilter
          view={view}
          name="by"
          label={t('apps.people.createdBy')}
          all={t('apps.people.anyCreator')}
          options={(creators.data ?? []).map(({ id, name }) => ({
            value: id,
            label: name ?? t(id === noCreator ? 'apps.people.noCreator' : 'account.unnamed'),
          }))}
        />
        <FilterDates view={view} labels="apps.people" />
      </Filters>
      {isFiltered && <LinkButton onClick={view.clear}>{t('list.filter.clear')}</LinkButton>}
    </div>
  );
}
