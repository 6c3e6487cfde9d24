import type { ReactNode } from 'react';
import { areaPaths } from '#navigation/area-paths.ts';
import { useRead } from '#shared/api/queries.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, TextLink } from '#shared/ui/controls/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { ListTable, type Column } from '#shared/ui/list/list-table.tsx';
import { ListHeader } from '#shared/ui/list/list-header.tsx';
import { AuditFilters, queryOf, useAuditView } from './audit-filters.tsx';
import {
  Actor,
  type AuditItem,
  type AuditQuery,
  eventPath,
  isMachineClient,
  Person,
  personPath,
  readOnce,
  shortId,
  useExportAudit,
} from './audit-log.tsx';
import { shownName } from '#features/admin/shown-name.ts';
import { RowTime } from '#features/admin/row-time.tsx';
import { Origin } from './origin.tsx';
import { eventText } from './event-texts.ts';
import { dot, formatDateTime, formatNumber } from '#shared/i18n/format.ts';
import { cx } from '#shared/lib/cx.ts';
import { Link } from '#shared/ui/controls/link.tsx';
import { Icon } from '#shared/ui/display/icons.tsx';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';
import { Menu, MenuItem } from '#shared/ui/overlays/menu.tsx';
import { Failure } from '#shared/ui/feedback/load-state.tsx';

export function AuditPage() {
  const t = useT();
  const view = useAuditView();
  const query = queryOf(view);
  const log = useRead('POST /vid/api/admin/audit/search', { body: query }, readOnce);
  const { data } = log;
  /** True if the server stopped at its scan limit without finding a match. */
  const isUnread = data?.items.length === 0 && data.next !== null;
  const nameOf = ({ id, name }: NonNullable<AuditItem['account']>) =>
    shownName(name) ?? (isMachineClient(id) ? id : t('admin.audit.accountId', { id: shortId(id) }));
  const names = [
    data?.account && t('admin.audit.about', { name: nameOf(data.account) }),
    data?.actor && t('admin.audit.by', { name: nameOf(data.actor) }),
  ].filter((text) => typeof text === 'string');
  return (
    <>
      <ListHeader
        title={t('admin.audit.title')}
        lead={
          <>
            {t('admin.audit.lead')} <ChainLine />
          </>
        }
        actions={<ExportMenu query={query} />}
      />
      <ChainNotice />
      <AuditFilters view={view} />
      {names.length > 0 && (
        <Notice className="mb-4" title={names.join(dot)}>
          <TextLink to={areaPaths.adminAudit}>{t('admin.audit.all')}</TextLink>
        </Notice>
      )}
      <ListTable
        query={log}
        view={isUnread ? { ...view, isFiltered: false } : view}
        caption={t('admin.audit.title')}
        columns={columns}
        rowKey={({ id }) => id}
        renderCard={(event) => <EventCard event={event} />}
        empty={
          isUnread
            ? { icon: 'search', title: t('admin.audit.noneRead'), lead: t('admin.audit.noneRead.text') }
            : { icon: 'list', title: t('admin.audit.none') }
        }
      />
    </>
  );
}

const columns: readonly Column<AuditItem>[] = [
  { title: 'admin.audit.time', cell: ({ at }) => <RowTime at={at} withSeconds />, isDigits: true },
  {
    title: 'list.event',
    cell: (event, t) => (
      <OneLine text={eventText(event, t)} className="max-w-64">
        <Link to={eventPath(event.id)} className={cx(lineLink, 'font-semibold')}>
          {eventText(event, t)}
        </Link>
      </OneLine>
    ),
  },
  {
    title: 'admin.audit.account',
    cell: ({ account }) => (account === null ? <NoAccount /> : <PersonLine person={account} />),
  },
  { title: 'admin.audit.actor', cell: (event) => <ActorLine event={event} /> },
  { title: 'admin.audit.origin', cell: (event) => <Origin event={event} isOneLine /> },
];

/** An inline link, because a cut-off inline block has no ellipsis. */
const lineLink = 'rounded-sm text-brand underline-offset-4 hover:underline';

/** Keeps a table row one line high. The tooltip and the event's page contain the whole text. */
function OneLine({ text, className, children }: { text: string; className: string; children: ReactNode }) {
  return (
    <span title={text} className={cx('block truncate', className)}>
      {children}
    </span>
  );
}

function PersonLine({ person }: { person: NonNullable<AuditItem['account']> }) {
  const name = isMachineClient(person.id) ? person.id : (shownName(person.name) ?? shortId(person.id));
  return (
    <OneLine text={name} className="max-w-44">
      {isMachineClient(person.id) ? (
        <code className="text-sm">{name}</code>
      ) : (
        <Link to={personPath(person)} className={lineLink}>
          <bdi>{name}</bdi>
        </Link>
      )}
    </OneLine>
  );
}

const isByHolder = ({ account, actor }: AuditItem): boolean => actor !== null && actor.id === account?.id;

/** Says that the holder of the account acted, instead of repeating the name, so that other actors stand out. */
function Holder() {
  const t = useT();
  return <span className="whitespace-nowrap text-muted">{t('admin.audit.holder')}</span>;
}

function ActorLine({ event }: { event: AuditItem }) {
  if (isByHolder(event)) return <Holder />;
  return event.actor === null ? <Actor event={event} /> : <PersonLine person={event.actor} />;
}

/** Shows a dash for an event without an account, so that the accounts of the other events stand out. */
function NoAccount() {
  const t = useT();
  return (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{t('admin.audit.noAccount')}</span>
    </span>
  );
}

function EventCard({ event }: { event: AuditItem }) {
  const t = useT();
  return (
    <div className="flex flex-col gap-2">
      <TextLink isPlain to={eventPath(event.id)}>
        {eventText(event, t)}
      </TextLink>
      <dl className="text-label">
        {event.account !== null && (
          <Line label={t('admin.audit.account')}>
            <Person person={event.account} />
          </Line>
        )}
        <Line label={t('admin.audit.actor')}>{isByHolder(event) ? <Holder /> : <Actor event={event} />}</Line>
      </dl>
      <RowTime at={event.at} className="digits text-sm text-muted" withSeconds />
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

const chainLine = 'block min-h-[1lh] max-lg:min-h-[2lh]';

function ChainLine() {
  const t = useT();
  const { data: state, isPending } = useRead('GET /vid/api/admin/audit/state', {});
  // Reserve the space until the state of the audit chain is known.
  if (isPending) return <span className={chainLine} />;
  if (!state || state.problem !== null) return null;
  const { sealedAt, checkedAt } = state;
  return (
    <span className={chainLine}>
      <Icon
        name={checkedAt === null ? 'info' : 'success'}
        className={cx('me-2 inline! size-4 align-[-0.125em]', checkedAt !== null && 'text-success')}
      />
      {checkedAt === null
        ? t('admin.audit.unchecked')
        : t('admin.audit.intact', { time: formatDateTime(checkedAt) })}{' '}
      {sealedAt !== null && (
        <span className="max-md:hidden">{t('admin.audit.sealed', { time: formatDateTime(sealedAt) })}</span>
      )}
    </span>
  );
}

function ChainNotice() {
  const t = useT();
  const { data: state } = useRead('GET /vid/api/admin/audit/state', {});
  if (!state || state.problem === null) return null;
  return (
    <Notice tone="error" title={t('admin.audit.broken')} className="mb-4">
      <p>{t('admin.audit.broken.text', { seal: formatNumber(state.problemSeal ?? 0) })}</p>
    </Notice>
  );
}

function ExportMenu({ query }: { query: AuditQuery }) {
  const t = useT();
  const save = useExportAudit(query);
  return (
    <>
      <Menu
        trigger={
          <Button look="secondary" isBusy={save.isPending} icon={<PageIcon name="down" />}>
            {t('admin.audit.export')}
          </Button>
        }
      >
        <MenuItem icon="list" onSelect={() => save.mutate('csv')} text="admin.audit.export.csv" />
        <MenuItem icon="list" onSelect={() => save.mutate('jsonl')} text="admin.audit.export.jsonl" />
      </Menu>
      <Failure error={save.error} />
    </>
  );
}
