import { formatDateTime } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import type { Column, Sort } from '#shared/ui/page/table-card.tsx';
import type { Question } from './change-dialog.tsx';
import type { PermissionView } from './permission-filters.tsx';
import type { Permission } from './permissions.ts';
import { PermissionStatus, Person, PersonPhone } from './person-cells.tsx';
import { PersonMenu } from './person-menu.tsx';

type SortedColumn = 'name' | 'role';
type Rows = { appId: string; onAsk: (question: Question) => void };

export function columnsOf(
  t: Translate,
  view: PermissionView,
  { appId, onAsk }: Rows,
): readonly Column<Permission>[] {
  // Matches of a search are sorted by the matching text.
  const isSortable = view.search === '';
  const { sort } = view.filters;
  const sortBy = (column: SortedColumn): Sort => ({
    direction: sort === column ? 'asc' : sort === `${column}-desc` ? 'desc' : null,
    onSort: () => view.setFilter('sort', sort === column ? `${column}-desc` : column),
  });
  return [
    {
      title: t('apps.people.person'),
      cell: (permission) => <Person appId={appId} permission={permission} />,
      ...(isSortable && { sort: sortBy('name') }),
    },
    { title: t('apps.people.phone'), cell: ({ phone }) => <PersonPhone phone={phone} /> },
    {
      title: t('apps.people.role'),
      cell: ({ roleName }) => <Role name={roleName} />,
      ...(isSortable && { sort: sortBy('role') }),
    },
    { title: t('apps.people.status'), cell: ({ status }) => <PermissionStatus status={status} /> },
    {
      title: t('apps.people.created'),
      cell: (permission) => <Added permission={permission} />,
      ...(isSortable && {
        sort: {
          direction: sort === 'oldest' ? 'asc' : sort === '' ? 'desc' : null,
          onSort: () => view.setFilter('sort', sort === '' ? 'oldest' : ''),
        },
      }),
    },
    {
      title: t('list.actions'),
      align: 'end',
      cell: (permission) => <PersonMenu appId={appId} permission={permission} onAsk={onAsk} />,
    },
  ];
}

function Role({ name }: { name: string }) {
  return (
    <bdi title={name} className="block max-w-44 truncate">
      {name}
    </bdi>
  );
}

/** Shows when and by whom a person was added, in one column, because the table has no room for two. */
function Added({ permission: { createdAt, createdBy } }: { permission: Permission }) {
  const t = useT();
  return (
    <>
      <span className="digits whitespace-nowrap">{formatDateTime(createdAt)}</span>
      {createdBy !== null && (
        <bdi className="block text-sm text-muted">{t('apps.people.created.by', { name: createdBy })}</bdi>
      )}
    </>
  );
}

export function PersonCard({ permission, appId, onAsk }: Rows & { permission: Permission }) {
  const t = useT();
  return (
    <div className="flex items-start gap-2">
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <Person appId={appId} permission={permission} />
        <PersonPhone phone={permission.phone} />
        <span className="flex flex-wrap items-center gap-2 text-label">
          <bdi className="wrap-anywhere">{permission.roleName}</bdi>
          <PermissionStatus status={permission.status} />
        </span>
        <div className="text-sm text-muted">
          {t('apps.people.created')} <Added permission={permission} />
        </div>
      </div>
      <PersonMenu appId={appId} permission={permission} onAsk={onAsk} />
    </div>
  );
}
