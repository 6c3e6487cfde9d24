import { useRead } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/button.tsx';
import { FilterBar } from '#shared/ui/list/filter-bar.tsx';
import { ListHeader } from '#shared/ui/list/list-header.tsx';
import { ListTable, type Column } from '#shared/ui/list/list-table.tsx';
import { useListView } from '#shared/ui/list/use-list-view.ts';
import { Phone } from '#shared/ui/values.tsx';
import { pathOf, type RequestItem, UrgencyBadge } from './privacy.tsx';

const filters = {
  state: ['overdue', 'closed'],
  kind: ['access', 'correction', 'restriction', 'objection', 'other'],
} as const;

export function PrivacyRequestsPage() {
  const t = useT();
  const view = useListView(filters);
  const requests = useRead('POST /vid/api/admin/privacy/requests/search', { body: view.query });
  const privacy = useRead('GET /vid/api/admin/attention', {}).data?.privacy;
  return (
    <>
      <ListHeader
        title={t('admin.privacy.title')}
        count={requests.data?.count}
        isFiltered={view.isFiltered}
        lead={
          privacy === undefined
            ? t('admin.privacy.lead')
            : t('admin.privacy.counts', {
                open: privacy.open,
                overdue: privacy.overdue,
                soon: privacy.dueSoon,
              })
        }
      />
      <FilterBar
        view={view}
        filters={[
          {
            name: 'state',
            label: t('list.status'),
            initial: t('admin.privacy.state.waiting'),
            options: filters.state.map((value) => ({ value, label: t(`admin.privacy.state.${value}`) })),
          },
          {
            name: 'kind',
            label: t('privacy.request.kind'),
            options: filters.kind.map((value) => ({ value, label: t(`privacy.request.kind.${value}`) })),
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
  { title: 'privacy.request.kind', cell: (request) => <Kind request={request} /> },
  { title: 'shell.member', card: 'plain', cell: (request) => <Person request={request} /> },
  { title: 'list.status', card: 'plain', cell: ({ urgency }) => <UrgencyBadge urgency={urgency} /> },
  { title: 'admin.privacy.next', cell: (request) => <Due request={request} />, isDigits: true },
  { title: 'admin.privacy.made', cell: ({ createdAt }) => formatDateTime(createdAt), isDigits: true },
];

function Kind({ request: { id, kind } }: { request: RequestItem }) {
  return <TextLink isPlain to={pathOf(id)} text={`privacy.request.kind.${kind}`} />;
}

function Person({ request: { account } }: { request: RequestItem }) {
  const t = useT();
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <bdi className="wrap-anywhere">{account.name ?? t('account.unnamed')}</bdi>
      {account.phone !== null && <Phone number={account.phone} className="digits text-sm text-muted" />}
    </span>
  );
}

function Due({ request: { status, nextDueAt } }: { request: RequestItem }) {
  const t = useT();
  if (nextDueAt === null) return <>{t('common.none')}</>;
  const time = formatDateTime(nextDueAt);
  return <>{t(status === 'open' ? 'admin.privacy.due.reply' : 'admin.privacy.due.carryOut', { time })}</>;
}
