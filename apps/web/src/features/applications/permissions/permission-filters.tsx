import { noCreator, permissionOrders } from '@vid/contract/permission-filters';
import { useT } from '#shared/i18n/use-t.ts';
import { LinkButton } from '#shared/ui/button.tsx';
import { FilterDate, isDay } from '#shared/ui/list/filter-date.tsx';
import { FilterSelect } from '#shared/ui/list/filter-select.tsx';
import { Filters } from '#shared/ui/list/filters.tsx';
import { useListView } from '#shared/ui/list/use-list-view.ts';
import { useRoles } from '#features/applications/roles/roles.ts';
import { type PermissionQuery, useCreators } from './permissions.ts';

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

/** Returns the query for the server. Ignores values in the address that it would refuse. */
export function queryOf({ search, filters: chosen, after }: PermissionView): PermissionQuery {
  const { role, status, by, from, to, sort } = chosen;
  return {
    ...(search !== '' && { search }),
    ...(/^[a-z][a-z0-9_-]{0,40}$/.test(role) && { role }),
    ...(status !== '' && { status }),
    ...(by !== '' && by.length <= 64 && { createdBy: by }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(sort !== '' && search === '' && { sort }),
    ...(after !== undefined && { after }),
  };
}

/** The filters as chips. The address contains each filter. */
export function PermissionFilters({ appId, view }: { appId: string; view: PermissionView }) {
  const t = useT();
  const roles = useRoles(appId);
  const creators = useCreators(appId);
  const { role, status, by, from, to } = view.filters;
  const isFiltered = [role, status, by, from, to].some((value) => value !== '');
  return (
    <div className="flex w-full flex-wrap items-center gap-3">
      <Filters>
        <FilterSelect
          label={t('apps.people.role')}
          all={t('apps.people.anyRole')}
          value={role}
          options={(roles.data ?? []).map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(value) => view.setFilter('role', value)}
        />
        <FilterSelect
          label={t('apps.people.status')}
          all={t('apps.people.anyStatus')}
          value={status}
          options={filters.status.map((value) => ({ value, label: t(`apps.people.status.${value}`) }))}
          onChange={(value) => view.setFilter('status', value)}
        />
        <FilterSelect
          label={t('apps.people.createdBy')}
          all={t('apps.people.anyCreator')}
          value={by}
          options={(creators.data ?? []).map(({ id, name }) => ({
            value: id,
            label: name ?? t(id === noCreator ? 'apps.people.noCreator' : 'apps.people.unnamed'),
          }))}
          onChange={(value) => view.setFilter('by', value)}
        />
        <FilterDate
          label={t('apps.people.from')}
          value={isDay(from) ? from : ''}
          onChange={(value) => view.setFilter('from', value)}
        />
        <FilterDate
          label={t('apps.people.to')}
          value={isDay(to) ? to : ''}
          onChange={(value) => view.setFilter('to', value)}
        />
      </Filters>
      {isFiltered && <LinkButton onClick={view.clear}>{t('list.filter.clear')}</LinkButton>}
    </div>
  );
}
