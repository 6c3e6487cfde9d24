import { areaPaths } from '#navigation/area-paths.ts';
import { formatNumber } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { formatPhone } from '#shared/lib/phone.ts';
import { ButtonLink, TextLink } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/feedback/empty-state.tsx';
import { FilterSelect } from '#shared/ui/list/filter-select.tsx';
import { Filters } from '#shared/ui/list/filters.tsx';
import { ListState } from '#shared/ui/list/list-state.tsx';
import { Pager } from '#shared/ui/list/pager.tsx';
import { SearchField } from '#shared/ui/list/search-field.tsx';
import { useListView } from '#shared/ui/list/use-list-view.ts';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import { type Column, TableCard } from '#shared/ui/page/table-card.tsx';
import { peopleText } from '#features/admin/bounded-count.ts';
import { ApplicationBadges } from './application-badges.tsx';
import { type ApplicationItem, pathOf, useApplications } from './applications.ts';

const filters = { access: ['open', 'restricted'], status: ['active', 'disabled'] } as const;

export function ApplicationsPage() {
  const t = useT();
  const view = useListView(filters);
  const { access, status } = view.filters;
  const applications = useApplications({
    ...(view.search !== '' && { search: view.search }),
    ...(access !== '' && { access }),
    ...(status !== '' && { status }),
    ...(view.after !== undefined && { after: view.after }),
  });
  const { data } = applications;
  return (
    <>
      <PageHeader
        title={t('admin.applications.title')}
        lead={t('admin.applications.lead')}
        actions={
          <ButtonLink to={areaPaths.adminNewApplication}>{t('admin.applications.register')}</ButtonLink>
        }
      />
      <div className="mb-4 flex flex-wrap gap-3">
        <SearchField label={t('admin.applications.search')} view={view} />
        <Filters>
          <FilterSelect
            label={t('admin.applications.access')}
            all={t('admin.applications.anyAccess')}
            value={access}
            options={filters.access.map((value) => ({
              value,
              label: t(`admin.applications.access.${value}`),
            }))}
            onChange={(value) => view.setFilter('access', value)}
          />
          <FilterSelect
            label={t('admin.applications.status')}
            all={t('admin.applications.anyStatus')}
            value={status}
            options={filters.status.map((value) => ({
              value,
              label: t(`admin.applications.status.${value}`),
            }))}
            onChange={(value) => view.setFilter('status', value)}
          />
        </Filters>
      </div>
      <TableCard
        caption={t('admin.applications.title')}
        columns={columnsOf(t)}
        rows={data?.items ?? []}
        rowKey={({ id }) => id}
        renderCard={(application) => <ApplicationCard application={application} />}
        empty={
          <ListState
            query={applications}
            view={view}
            failed={t('admin.applications.failed')}
            empty={
              <EmptyState icon="apps" title={t('admin.applications.none')}>
                {t('admin.applications.none.text')}
              </EmptyState>
            }
          />
        }
      />
      <Pager view={view} next={data?.next ?? null} isBusy={applications.isPlaceholderData} />
    </>
  );
}

function columnsOf(t: Translate): readonly Column<ApplicationItem>[] {
  return [
    {
      key: 'name',
      title: t('admin.applications.application'),
      cell: (application) => <Name application={application} />,
    },
    {
      key: 'owner',
      title: t('admin.applications.owner'),
      cell: (application) => <Owner application={application} />,
    },
    {
      key: 'status',
      title: t('admin.applications.status'),
      cell: (application) => <ApplicationBadges application={application} />,
    },
    {
      key: 'clients',
      title: t('admin.applications.clients'),
      cell: ({ clients }) => formatNumber(clients),
      isDigits: true,
      align: 'end',
    },
    {
      key: 'people',
      title: t('admin.applications.people'),
      cell: ({ people }) => peopleText(people),
      isDigits: true,
      align: 'end',
    },
  ];
}

function Name({ application: { id, code, name } }: { application: ApplicationItem }) {
  return (
    <span className="block min-w-48">
      <TextLink isPlain to={pathOf(id)} className="wrap-anywhere">
        <bdi>{name}</bdi>
      </TextLink>
      <bdi className="block text-sm text-muted">{code}</bdi>
    </span>
  );
}

function Owner({ application: { owner } }: { application: ApplicationItem }) {
  const t = useT();
  if (!owner) return <span className="text-muted">{t('admin.applications.noOwner')}</span>;
  return (
    <span className="block">
      <bdi className="block wrap-anywhere">{owner.name ?? t('admin.unnamed')}</bdi>
      {owner.phone !== null && (
        <bdi dir="ltr" className="digits text-sm whitespace-nowrap text-muted">
          {formatPhone(owner.phone)}
        </bdi>
      )}
    </span>
  );
}

function ApplicationCard({ application }: { application: ApplicationItem }) {
  const t = useT();
  return (
    <div className="flex flex-col gap-3">
      <Name application={application} />
      <ApplicationBadges application={application} />
      <span className="flex flex-wrap items-end justify-between gap-2 text-label">
        <Owner application={application} />
        <span className="digits text-muted">
          {t('admin.applications.counts', { clients: application.clients, people: application.people })}
        </span>
      </span>
    </div>
  );
}
