import { areaPaths } from '#navigation/area-paths.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { ButtonLink, TextLink } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/feedback/empty-state.tsx';
import { FilterSelect } from '#shared/ui/list/filter-select.tsx';
import { ListState } from '#shared/ui/list/list-state.tsx';
import { Pager } from '#shared/ui/list/pager.tsx';
import { useListView } from '#shared/ui/list/use-list-view.ts';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import { type Column, TableCard } from '#shared/ui/page/table-card.tsx';
import { type IncidentItem, pathOf, useIncidents } from './incidents.ts';
import { TimeLeft, UrgencyBadge } from './urgency-badge.tsx';

const filters = { state: ['closed'] } as const;

export function IncidentsPage() {
  const t = useT();
  const view = useListView(filters);
  const { state } = view.filters;
  const incidents = useIncidents({
    ...(state !== '' && { state }),
    ...(view.after !== undefined && { after: view.after }),
  });
  const { data } = incidents;
  return (
    <>
      <PageHeader
        title={t('admin.incidents.title')}
        lead={t('admin.incidents.lead')}
        actions={<ButtonLink to={areaPaths.adminNewIncident}>{t('admin.incidents.new')}</ButtonLink>}
      />
      <div className="mb-4 sm:w-fit">
        <FilterSelect
          label={t('admin.incidents.state')}
          all={t('admin.incidents.state.current')}
          value={state}
          options={[{ value: 'closed', label: t('admin.incidents.state.closed') }]}
          onChange={(value) => view.setFilter('state', value)}
        />
      </div>
      <TableCard
        caption={t('admin.incidents.title')}
        columns={columnsOf(t, state === 'closed')}
        rows={data?.items ?? []}
        rowKey={({ id }) => id}
        renderCard={(incident) => (
          <div className="grid gap-2">
            <Title incident={incident} />
            <span className="flex flex-wrap items-center gap-2 text-label">
              <UrgencyBadge urgency={incident.urgency} />
              {incident.closedAt === null ? (
                <span className="digits">
                  <TimeLeft incident={incident} />
                </span>
              ) : (
                t('admin.incidents.closedAt', { time: formatDateTime(incident.closedAt) })
              )}
            </span>
          </div>
        )}
        empty={
          <ListState
            query={incidents}
            view={view}
            failed={t('admin.incidents.failed')}
            empty={
              <EmptyState icon="success" title={t('admin.incidents.none')}>
                {t('admin.incidents.none.text')}
              </EmptyState>
            }
          />
        }
      />
      <Pager view={view} next={data?.next ?? null} isBusy={incidents.isPlaceholderData} />
    </>
  );
}

function columnsOf(t: Translate, isClosed: boolean): readonly Column<IncidentItem>[] {
  return [
    { key: 'title', title: t('admin.incidents.name'), cell: (incident) => <Title incident={incident} /> },
    {
      key: 'severity',
      title: t('admin.incidents.severity'),
      cell: ({ severity }) => t(`admin.incidents.severity.${severity}`),
    },
    {
      key: 'urgency',
      title: t('admin.incidents.authority'),
      cell: ({ urgency }) => <UrgencyBadge urgency={urgency} />,
    },
    {
      key: 'left',
      title: t(isClosed ? 'admin.incidents.closingTime' : 'admin.incidents.clock'),
      cell: (incident) => <TimeLeft incident={incident} />,
      isDigits: true,
    },
    {
      key: 'discovered',
      title: t('admin.incidents.discoveredAt'),
      cell: ({ discoveredAt }) => formatDateTime(discoveredAt),
      isDigits: true,
    },
  ];
}

function Title({ incident: { id, title } }: { incident: IncidentItem }) {
  return (
    <TextLink isPlain to={pathOf(id)} className="min-w-48 wrap-anywhere">
      {title}
    </TextLink>
  );
}
