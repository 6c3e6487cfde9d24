import { useState } from 'react';
import { useParams } from 'react-router';
import { failedWith } from '#shared/api/api-failure.ts';
import { useRead } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Avatar } from '#shared/ui/avatar.tsx';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { ListTable } from '#shared/ui/list/list-table.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import type { Column } from '#shared/ui/page/table-card.tsx';
import { selectRole, useAuth } from '#state/auth.ts';
import { ApplicationNotFound } from '#features/applications/list/application-parts.tsx';
import { nameOf, PersonPhone } from '#features/applications/permissions/person-cells.tsx';
import { AddManagerCard } from './add-manager-card.tsx';
import type { Manager, Owner } from './managers.ts';
import { RemoveManagerDialog } from './remove-manager-dialog.tsx';

/** The owner or a manager. Only managers are added and removed. */
type Row = Owner & { readonly manager: Manager | null };

export function ManagersPage() {
  const t = useT();
  const { appId = '' } = useParams();
  const managers = useRead('GET /vid/api/apps/:appId/managers', { params: { appId } });
  const ownId = useAuth(({ user }) => user?.id);
  const isAdmin = useAuth(selectRole) === 'admin';
  const [removed, setRemoved] = useState<Manager | null>(null);
  const { data } = managers;
  // The server decides, and refuses a change by an administrator without a second factor.
  const mayChange = isAdmin || data?.owner?.accountId === ownId;
  const rows: readonly Row[] = [
    ...(data?.owner ? [{ ...data.owner, manager: null }] : []),
    ...(data?.managers ?? []).map((manager) => ({ ...manager, manager })),
  ];
  const actions = { ownId, mayChange, onRemove: setRemoved };
  if (failedWith(managers.error, 'NOT_FOUND')) return <ApplicationNotFound />;
  return (
    <>
      <PageHeader title={t('apps.managers.title')} lead={t('apps.managers.lead')} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {data && !mayChange && <Notice className="max-w-[42rem]">{t('apps.managers.fixed')}</Notice>}
        <ListTable
          // The table shows the owner before the managers.
          query={{ ...managers, data: data && rows }}
          caption={t('apps.managers.title')}
          columns={columnsOf(t, actions)}
          rowKey={({ accountId }) => accountId}
          renderCard={(row) => <ManagerCard row={row} {...actions} />}
          failed={t('apps.managers.failed')}
          empty={{ icon: 'users', title: t('apps.managers.none'), children: t('apps.managers.none.text') }}
        />
        {data && mayChange && <AddManagerCard appId={appId} />}
      </div>
      <RemoveManagerDialog appId={appId} manager={removed} onClose={() => setRemoved(null)} />
    </>
  );
}

type Actions = {
  ownId: string | undefined;
  mayChange: boolean;
  onRemove: (manager: Manager) => void;
};

function columnsOf(t: Translate, actions: Actions): readonly Column<Row>[] {
  return [
    { title: t('apps.managers.person'), cell: (row) => <Person row={row} ownId={actions.ownId} /> },
    { title: t('apps.managers.phone'), cell: ({ phone }) => <PersonPhone phone={phone} /> },
    { title: t('apps.managers.since'), cell: ({ manager }) => <Since manager={manager} /> },
    { title: t('list.actions'), align: 'end', cell: (row) => <RemoveButton row={row} {...actions} /> },
  ];
}

function Person({ row, ownId }: { row: Row; ownId: string | undefined }) {
  const t = useT();
  const { accountId, name, avatar, manager } = row;
  return (
    <span className="flex min-w-48 items-center gap-3">
      <Avatar src={avatar} name={name} seed={accountId} />
      <span className="flex min-w-0 flex-wrap items-center gap-2">
        <bdi className="font-semibold wrap-anywhere">{name ?? t('apps.people.unnamed')}</bdi>
        {!manager && <Badge tone="brand">{t('apps.managers.owner')}</Badge>}
        {accountId === ownId && <Badge tone="accent">{t('apps.managers.you')}</Badge>}
      </span>
    </span>
  );
}

/** Shows when and by whom a manager was added. Empty for the owner. */
function Since({ manager }: Pick<Row, 'manager'>) {
  const t = useT();
  if (!manager) return null;
  return (
    <>
      <span className="digits whitespace-nowrap">{formatDateTime(manager.createdAt)}</span>
      {manager.createdBy !== null && (
        <bdi className="block text-sm text-muted">
          {t('apps.people.created.by', { name: manager.createdBy })}
        </bdi>
      )}
    </>
  );
}

/** The button is hidden for the owner, and for other managers if the caller may not remove them. */
function RemoveButton({ row: { manager }, ownId, mayChange, onRemove }: Actions & { row: Row }) {
  const t = useT();
  if (!manager) return null;
  const isSelf = manager.accountId === ownId;
  if (!isSelf && !mayChange) return null;
  const name = nameOf({ ...manager, id: manager.accountId });
  return (
    <Button
      look="secondary"
      className="sm:self-start"
      onClick={() => onRemove(manager)}
      aria-label={isSelf ? undefined : t('apps.managers.remove.named', { name })}
    >
      {t(isSelf ? 'apps.managers.leave' : 'apps.managers.remove')}
    </Button>
  );
}

function ManagerCard({ row, ...actions }: Actions & { row: Row }) {
  return (
    <div className="flex flex-col gap-3">
      <Person row={row} ownId={actions.ownId} />
      <PersonPhone phone={row.phone} />
      <RemoveButton row={row} {...actions} />
    </div>
  );
}
