import { areaPaths } from '#navigation/area-paths.ts';
import { formatNumber } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { ButtonLink } from '#shared/ui/controls/button.tsx';
import { FilterBar } from '#shared/ui/list/filter-bar.tsx';
import { ListHeader } from '#shared/ui/list/list-header.tsx';
import { ListTable, type Column } from '#shared/ui/list/list-table.tsx';
import { useListView } from '#shared/ui/list/use-list-view.ts';
import { Phone, NameLink } from '#shared/ui/display/values.tsx';
import {
  ApplicationStatus,
  type ApplicationItem,
  pathOf,
  peopleText,
  useApplications,
} from './applications.tsx';

const filters = { access: ['open', 'restricted'], status: ['active', 'disabled'] } as const;

export function ApplicationsPage() {
  const t = useT();
  const view = useListView(filters);
  const applications = useApplications(view.query);
  return (
    <>
      <ListHeader
        title={t('shell.item.applications')}
        count={applications.data?.count}
        isFiltered={view.isFiltered}
        actions={
          <ButtonLink to={areaPaths.adminNewApplication}>{t('admin.applications.register')}</ButtonLink>
        }
      />
      <FilterBar
        view={view}
        search={t('admin.applications.search')}
        filters={[
          {
            name: 'access',
            label: t('admin.applications.access'),
            options: filters.access.map((value) => ({
              value,
              label: t(`admin.applications.access.${value}`),
            })),
          },
          {
            name: 'status',
            label: t('list.status'),
            options: filters.status.map((value) => ({
              value,
              label: t(`admin.applications.status.${value}`),
            })),
          },
        ]}
      />
      <ListTable
        query={applications}
        view={view}
        caption={t('shell.item.applications')}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ icon: 'apps', title: t('admin.applications.none'), lead: t('admin.applications.none.text') }}
      />
    </>
  );
}

const columns: readonly Column<ApplicationItem>[] = [
  { title: 'admin.applications.application', cell: (application) => <Name application={application} /> },
  { title: 'list.owner', card: 'plain', cell: (application) => <Owner application={application} /> },
  {
    title: 'admin.applications.access',
    cell: ({ access }, t) => t(`admin.applications.access.${access}`),
  },
  {
    title: 'list.status',
    card: 'plain',
    cell: ({ status }) => <ApplicationStatus status={status} isListed />,
  },
  {
    title: 'shell.item.appClients',
    cell: ({ clients }) => formatNumber(clients),
    isDigits: true,
    align: 'end',
  },
  {
    title: 'admin.applications.people',
    cell: ({ people }) => peopleText(people),
    isDigits: true,
    align: 'end',
  },
];

function Name({ application: { id, code, name, isFirstParty } }: { application: ApplicationItem }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <NameLink to={pathOf(id)} name={name} />
      {isFirstParty && <Badge tone="accent" text="admin.applications.firstParty" />}
      <bdi className="text-sm text-muted">{code}</bdi>
    </span>
  );
}

function Owner({ application: { owner } }: { application: ApplicationItem }) {
  const t = useT();
  if (!owner) return <span className="text-muted">{t('admin.applications.noOwner')}</span>;
  return (
    <span className="flex flex-wrap items-baseline min-w-40 gap-x-3">
      {owner.name !== null && <bdi className="wrap-anywhere">{owner.name}</bdi>}
      {owner.phone !== null && (
        <Phone
          number={owner.phone}
          className={cx(
            'digits text-sm whitespace-nowrap text-muted',
            // On wide screens, a table row has room only for the owner's name.
            owner.name !== null && 'lg:hidden',
          )}
        />
      )}
    </span>
  );
}
