import { Bone } from '#shared/ui/feedback/skeleton.tsx';
import { useRead } from '#shared/api/queries.ts';
import { formatDateTime, formatDay, timeZone } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { FilterBar } from '#shared/ui/list/filter-bar.tsx';
import { ListHeader } from '#shared/ui/list/list-header.tsx';
import { ListTable, type Column } from '#shared/ui/list/list-table.tsx';
import { Phone } from '#shared/ui/display/values.tsx';
import { CaseLink, StartButton } from '#features/admin/queue/case-queue.tsx';
import { Due, pathOf, privacyFilters, type RequestItem, UrgencyBadge, usePrivacyQueue } from './privacy.tsx';

export function PrivacyRequestsPage() {
  const t = useT();
  const { view, query: requests, queue } = usePrivacyQueue();
  const attention = useRead('GET /vid/api/admin/attention', {});
  const privacy = attention.data?.privacy;
  const counts = ({ open, overdue, dueSoon: soon }: NonNullable<typeof privacy>) =>
    t('admin.privacy.counts', { open, overdue, soon });
  return (
    <>
      <ListHeader
        title={t('admin.privacy.title')}
        count={requests.data?.count}
        isFiltered={view.isFiltered}
        actions={<StartButton queue={queue} />}
        lead={
          privacy ? (
            counts(privacy)
          ) : attention.isPending ? (
            <Bone text={counts({ open: 0, overdue: 0, dueSoon: 0 })} />
          ) : (
            t('admin.privacy.lead')
          )
        }
      />
      <FilterBar
        view={view}
        filters={[
          {
            name: 'state',
            label: t('list.status'),
            initial: t('admin.privacy.state.waiting'),
            options: privacyFilters.state.map((value) => ({
              value,
              label: t(`admin.privacy.state.${value}`),
            })),
          },
          {
            name: 'kind',
            label: t('privacy.request.kind'),
            options: privacyFilters.kind.map((value) => ({
              value,
              label: t(`privacy.request.kind.${value}`),
            })),
          },
        ]}
      />
      <ListTable
        query={requests}
        view={view}
        caption={t('admin.privacy.title')}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ icon: 'success', title: t('admin.privacy.none'), lead: t('admin.privacy.none.text') }}
      />
    </>
  );
}

const columns: readonly Column<RequestItem>[] = [
  { title: 'shell.member', cell: (request) => <Person request={request} /> },
  {
    title: 'admin.privacy.next',
    card: 'plain',
    cell: (request) => <Due request={request} />,
    isDigits: true,
  },
  { title: 'list.status', card: 'plain', cell: ({ urgency }) => <UrgencyBadge urgency={urgency} /> },
  {
    title: 'privacy.request.kind',
    card: 'plain',
    cell: ({ kind }, t) => <span className="xl:whitespace-nowrap">{t(`privacy.request.kind.${kind}`)}</span>,
  },
  {
    title: 'admin.privacy.made',
    cell: ({ createdAt }) => <span title={formatDateTime(createdAt)}>{formatDay(createdAt, timeZone)}</span>,
    isDigits: true,
  },
];

function Person({ request: { id, account } }: { request: RequestItem }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <CaseLink to={pathOf(id)} name={account.name} />
      {account.phone !== null && (
        <Phone number={account.phone} className="digits text-sm whitespace-nowrap text-muted" />
      )}
    </span>
  );
}
