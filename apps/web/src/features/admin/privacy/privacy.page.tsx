import { formatDateTime } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { formatPhone } from '#shared/lib/phone.ts';
import { TextLink } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/feedback/empty-state.tsx';
import { FilterSelect } from '#shared/ui/list/filter-select.tsx';
import { Filters } from '#shared/ui/list/filters.tsx';
import { ListState } from '#shared/ui/list/list-state.tsx';
import { Pager } from '#shared/ui/list/pager.tsx';
import { useListView } from '#shared/ui/list/use-list-view.ts';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import { type Column, TableCard } from '#shared/ui/page/table-card.tsx';
import { useAttention } from '#features/admin/attention/attention.ts';
import { pathOf, type RequestItem, usePrivacyRequests } from './privacy.ts';
import { UrgencyBadge } from './urgency-badge.tsx';

const filters = {
  state: ['overdue', 'closed'],
  kind: ['access', 'correction', 'restriction', 'objection', 'other'],
} as const;

export function PrivacyRequestsPage() {
  const t = useT();
  const view = useListView(filters);
  const { state, kind } = view.filters;
  const requests = usePrivacyRequests({
    ...(state !== '' && { state }),
    ...(kind !== '' && { kind }),
    ...(view.after !== undefined && { after: view.after }),
  });
  const privacy = useAttention().data?.privacy;
  const { data } = requests;
  return (
    <>
      <PageHeader
        title={t('admin.privacy.title')}
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
      <Filters className="mb-4">
        <FilterSelect
          label={t('admin.privacy.state')}
          all={t('admin.privacy.state.waiting')}
          value={state}
          options={filters.state.map((value) => ({ value, label: t(`admin.privacy.state.${value}`) }))}
          onChange={(value) => view.setFilter('state', value)}
        />
        <FilterSelect
          label={t('privacy.request.kind')}
          all={t('admin.privacy.anyKind')}
          value={kind}
          options={filters.kind.map((value) => ({ value, label: t(`privacy.request.kind.${value}`) }))}
          onChange={(value) => view.setFilter('kind', value)}
        />
      </Filters>
      <TableCard
        caption={t('admin.privacy.title')}
        columns={columnsOf(t)}
        rows={data?.items ?? []}
        rowKey={({ id }) => id}
        renderCard={(request) => (
          <div className="grid gap-2">
            <Kind request={request} />
            <Person request={request} />
            <span className="flex flex-wrap items-center gap-2 text-label">
              <UrgencyBadge urgency={request.urgency} />
              <Due request={request} />
            </span>
          </div>
        )}
        empty={
          <ListState
            query={requests}
            view={view}
            failed={t('admin.privacy.failed')}
            empty={
              <EmptyState icon="success" title={t('admin.privacy.none')}>
                {t('admin.privacy.none.text')}
              </EmptyState>
            }
          />
        }
      />
      <Pager view={view} next={data?.next ?? null} isBusy={requests.isPlaceholderData} />
    </>
  );
}

function columnsOf(t: Translate): readonly Column<RequestItem>[] {
  return [
    { key: 'kind', title: t('privacy.request.kind'), cell: (request) => <Kind request={request} /> },
    { key: 'person', title: t('admin.accounts.person'), cell: (request) => <Person request={request} /> },
    {
      key: 'urgency',
      title: t('admin.privacy.state'),
      cell: ({ urgency }) => <UrgencyBadge urgency={urgency} />,
    },
    {
      key: 'due',
      title: t('admin.privacy.next'),
      cell: (request) => <Due request={request} />,
      isDigits: true,
    },
    {
      key: 'created',
      title: t('admin.privacy.made'),
      cell: ({ createdAt }) => formatDateTime(createdAt),
      isDigits: true,
    },
  ];
}

function Kind({ request: { id, kind } }: { request: RequestItem }) {
  const t = useT();
  return (
    <TextLink isPlain to={pathOf(id)}>
      {t(`privacy.request.kind.${kind}`)}
    </TextLink>
  );
}

function Person({ request: { account } }: { request: RequestItem }) {
  const t = useT();
  return (
    <span className="block min-w-40">
      <bdi className="block wrap-anywhere">{account.name ?? t('admin.unnamed')}</bdi>
      {account.phone !== null && (
        <bdi dir="ltr" className="digits text-sm text-muted">
          {formatPhone(account.phone)}
        </bdi>
      )}
    </span>
  );
}

function Due({ request: { status, nextDueAt } }: { request: RequestItem }) {
  const t = useT();
  if (nextDueAt === null) return t('common.none');
  const time = formatDateTime(nextDueAt);
  return t(status === 'open' ? 'admin.privacy.due.reply' : 'admin.privacy.due.carryOut', { time });
}
