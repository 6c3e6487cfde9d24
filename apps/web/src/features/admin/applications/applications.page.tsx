import { areaPaths } from '#navigation/area-paths.ts';
import { formatNumber } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { ButtonLink } from '#shared/ui/button.tsx';
import { Filters, ViewFilter } from '#shared/ui/list/filter-select.tsx';
import { ListTable, type Column } from '#shared/ui/list/list-table.tsx';
import { SearchField } from '#shared/ui/list/search-field.tsx';
import { useListView } from '#shared/ui/list/use-list-view.ts';
import { PageHeader } from '#shared/ui/page/page.tsx';
import { Phone, NameLink } from '#shared/ui/values.tsx';
import {
  ApplicationBadges,
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
      <PageHeader
        title={t('shell.item.applications')}
        lead={t('admin.applications.lead')}
        actions={
          <ButtonLink to={areaPaths.adminNewApplication}>{t('admin.applications.register')}</ButtonLink>
        }
      />
      <div className="mb-4 flex flex-wrap gap-3">
        <SearchField label={t('admin.applications.search')} view={view} />
        <Filters>
          <ViewFilter
            view={view}
            name="access"
            label={t('admin.applications.access')}
            all={t('admin.applications.anyAccess')}
            options={filters.access.map((value) => ({
              value,
              label: t(`admin.applications.access.${value}`),
            }))}
          />
          <ViewFilter
            view={view}
            name="status"
            label={t('list.status')}
            all={t('admin.accounts.anyStatus')}
            options={filters.status.map((value) => ({
              value,
              label: t(`admin.applications.status.${value}`),
            }))}
          />
        </Filters>
      </div>
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
  { title: 'list.owner', cell: (application) => <Owner application={application} /> },
  { title: 'list.status', cell: (application) => <ApplicationBadges application={application} /> },
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

function Name({ application: { id, code, name } }: { application: ApplicationItem }) {
  return (
    <span className="block min-w-48">
      <NameLink to={pathOf(id)} name={name} />
      <bdi className="block text-sm text-muted">{code}</bdi>
    </span>
  );
}

function Owner({ application: { owner } }: { application: ApplicationItem }) {
  const t = useT();
  if (!owner) return <span className="text-muted">{t('admin.applications.noOwner')}</span>;
  return (
    <span className="block">
      <bdi className="block wrap-anywhere">{owner.name ?? t('account.unnamed')}</bdi>
      {owner.phone !== null && (
        <Phone number={owner.phone} className="digits text-sm whitespace-nowrap text-muted" />
      )}
    </span>
  );
}
