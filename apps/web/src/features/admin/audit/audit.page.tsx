import type { ReactNode } from 'react';
import { areaPaths } from '#navigation/area-paths.ts';
import { useRead } from '#shared/api/queries.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { ListTable } from '#shared/ui/list/list-table.tsx';
import { SearchField } from '#shared/ui/list/search-field.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import { Time } from '#shared/ui/values.tsx';
import type { Column } from '#shared/ui/page/table-card.tsx';
import { AuditFilters, queryOf, useAuditView } from './audit-filters.tsx';
import { type AuditItem, readOnce } from './audit-log.ts';
import { Actor, eventPath, isMachineClient, kindText, Origin, Person, shortId } from './audit-texts.tsx';
import { ChainNotice } from './chain-notice.tsx';
import { ExportMenu } from './export-menu.tsx';

export function AuditPage() {
  const t = useT();
  const view = useAuditView();
  const query = queryOf(view);
  const log = useRead('POST /vid/api/admin/audit/search', { body: query }, readOnce);
  const { data } = log;
  /** Whether the server has read as many events as one request allows and has found no match so far. */
  const isUnread = data?.items.length === 0 && data.next !== null;
  const nameOf = ({ id, name }: NonNullable<AuditItem['account']>) =>
    name ?? (isMachineClient(id) ? id : t('admin.audit.accountId', { id: shortId(id) }));
  const names = [
    data?.account && t('admin.audit.about', { name: nameOf(data.account) }),
    data?.actor && t('admin.audit.by', { name: nameOf(data.actor) }),
  ].filter((text) => typeof text === 'string');
  return (
    <>
      <PageHeader
        title={t('admin.audit.title')}
        lead={t('admin.audit.lead')}
        actions={<ExportMenu query={query} />}
      />
      <ChainNotice />
      <div className="mb-4 flex flex-wrap gap-3">
        <SearchField label={t('admin.audit.search')} view={view} />
        <AuditFilters view={view} />
      </div>
      {names.length > 0 && (
        <Notice className="mb-4" title={names.join(' · ')}>
          <TextLink to={areaPaths.adminAudit}>{t('admin.audit.all')}</TextLink>
        </Notice>
      )}
      <ListTable
        query={log}
        view={isUnread ? { ...view, isFiltered: false } : view}
        caption={t('admin.audit.title')}
        columns={columnsOf(t)}
        rowKey={({ id }) => id}
        renderCard={(event) => <EventCard event={event} />}
        failed={t('admin.audit.failed')}
        empty={
          isUnread
            ? { icon: 'search', title: t('admin.audit.noneRead'), children: t('admin.audit.noneRead.text') }
            : { icon: 'list', title: t('admin.audit.none') }
        }
      />
    </>
  );
}

const columnsOf = (t: Translate): readonly Column<AuditItem>[] => [
  {
    title: t('admin.audit.time'),
    cell: ({ at }) => <Time at={at} className="" />,
    isDigits: true,
  },
  { title: t('admin.audit.event'), cell: (event) => <EventLink event={event} /> },
  { title: t('admin.audit.account'), cell: ({ account }) => <Person person={account} /> },
  { title: t('admin.audit.actor'), cell: (event) => <Actor event={event} /> },
  { title: t('admin.audit.origin'), cell: (event) => <Origin event={event} /> },
];

function EventLink({ event: { id, kind } }: { event: AuditItem }) {
  const t = useT();
  return (
    <TextLink to={eventPath(id)} className="min-w-40">
      {kindText(kind, t)}
    </TextLink>
  );
}

/** Shows an event as a card, for narrow screens. */
function EventCard({ event }: { event: AuditItem }) {
  const t = useT();
  return (
    <div className="flex flex-col gap-2">
      <EventLink event={event} />
      <dl className="text-label">
        <Line label={t('admin.audit.account')}>
          <Person person={event.account} />
        </Line>
        <Line label={t('admin.audit.actor')}>
          <Actor event={event} />
        </Line>
      </dl>
      <Time at={event.at} className="digits text-sm text-muted" />
    </div>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-muted">{label}:</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
