import { areaPaths } from '#navigation/area-paths.ts';
import { useRead } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { ButtonLink, TextLink } from '#shared/ui/controls/button.tsx';
import { FilterBar } from '#shared/ui/list/filter-bar.tsx';
import { ListHeader } from '#shared/ui/list/list-header.tsx';
import { ListTable, type Column } from '#shared/ui/list/list-table.tsx';
import { useListView } from '#shared/ui/list/use-list-view.ts';
import { type IncidentItem, pathOf, TimeLeft, UrgencyBadge } from './incidents.tsx';

/** Poll every minute, because the server computes the time left. */
const refetchInterval = 60_000;
const filters = { state: ['closed'] } as const;

export function IncidentsPage() {
  const t = useT();
  const view = useListView(filters);
  const incidents = useRead(
    'POST /vid/api/admin/incidents/search',
    { body: view.query },
    { refetchInterval },
  );
  return (
    <>
      <ListHeader
        title={t('shell.item.incidents')}
        count={incidents.data?.count}
        isFiltered={view.isFiltered}
        lead={t('admin.incidents.lead')}
        actions={<ButtonLink to={areaPaths.adminNewIncident}>{t('admin.incidents.new')}</ButtonLink>}
      />
      <FilterBar
        view={view}
        filters={[
          {
            name: 'state',
            label: t('list.status'),
            initial: t('admin.incidents.state.current'),
            options: [{ value: 'closed', label: t('admin.incidents.state.closed') }],
          },
        ]}
      />
      <ListTable
        query={incidents}
        view={view}
        caption={t('shell.item.incidents')}
        columns={columnsOf(view.filters.state === 'closed')}
        rowKey={({ id }) => id}
        empty={{ icon: 'success', title: t('admin.incidents.none'), lead: t('admin.incidents.none.text') }}
      />
    </>
  );
}

function columnsOf(isClosed: boolean): readonly Column<IncidentItem>[] {
  return [
    { title: 'admin.incidents.name', cell: (incident) => <Title incident={incident} /> },
    {
      title: 'admin.incidents.severity',
      cell: ({ severity }, t) => t(`admin.incidents.severity.${severity}`),
    },
    {
      title: 'admin.incidents.authority',
      card: 'plain',
      cell: (incident) => <UrgencyBadge incident={incident} />,
    },
    {
      title: isClosed ? 'admin.incidents.closingTime' : 'admin.incidents.clock',
      cell: (incident) => <TimeLeft incident={incident} />,
      isDigits: true,
      card: 'plain',
    },
    {
      title: 'admin.incidents.discoveredAt',
      cell: ({ discoveredAt }) => formatDateTime(discoveredAt),
      isDigits: true,
    },
  ];
}

function Title({ incident: { id, title } }: { incident: IncidentItem }) {
  return (
    <TextLink isPlain to={pathOf(id)} className="min-w-40 wrap-anywhere">
      {title}
    </TextLink>
  );
}
