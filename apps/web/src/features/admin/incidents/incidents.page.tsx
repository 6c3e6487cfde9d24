import { areaPaths } from '#navigation/area-paths.ts';
import { useRead } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { ButtonLink, TextLink } from '#shared/ui/button.tsx';
import { ViewFilter } from '#shared/ui/list/filter-select.tsx';
import { ListTable, type Column } from '#shared/ui/list/list-table.tsx';
import { useListView } from '#shared/ui/list/use-list-view.ts';
import { PageHeader } from '#shared/ui/page/page.tsx';
import { type IncidentItem, pathOf, TimeLeft, UrgencyBadge } from './incidents.tsx';

/** Poll every minute, because the time left follows the server's clock. */
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
      <PageHeader
        title={t('shell.item.incidents')}
        lead={t('admin.incidents.lead')}
        actions={<ButtonLink to={areaPaths.adminNewIncident}>{t('admin.incidents.new')}</ButtonLink>}
      />
      <div className="mb-4 sm:w-fit">
        <ViewFilter
          view={view}
          name="state"
          label={t('list.status')}
          all={t('admin.incidents.state.current')}
          options={[{ value: 'closed', label: t('admin.incidents.state.closed') }]}
        />
      </div>
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
    { title: 'admin.incidents.authority', cell: (incident) => <UrgencyBadge incident={incident} /> },
    {
      title: isClosed ? 'admin.incidents.closingTime' : 'admin.incidents.clock',
      cell: (incident) => <TimeLeft incident={incident} />,
      isDigits: true,
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
    <TextLink isPlain to={pathOf(id)} className="min-w-48 wrap-anywhere">
      {title}
    </TextLink>
  );
}
