import { formatDateTime, formatDay, timeZone } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import type { Column, Sort } from '#shared/ui/list/list-table.tsx';
import type { Question } from './change-dialog.tsx';
import type { PermissionView } from './permission-filters.tsx';
import { type Permission, permissionPath, PermissionStatus } from './permissions.tsx';
import { AccountPhone, nameOf, PersonCell } from '#shared/ui/display/person.tsx';
import { useNavigate } from 'react-router';
import { IconButton } from '#shared/ui/controls/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#shared/ui/overlays/menu.tsx';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';

type SortedColumn = 'name' | 'role';
type Rows = { appId: string; onAsk: (question: Question) => void };

export function columnsOf(view: PermissionView, { appId, onAsk }: Rows): readonly Column<Permission>[] {
  // The server sorts search results by the matching text, so no column can be sorted.
  const isSortable = view.search === '';
  const { sort } = view.filters;
  const sortBy = (column: SortedColumn): Sort => ({
    direction: sort === column ? 'asc' : sort === `${column}-desc` ? 'desc' : null,
    onSort: () => view.setFilter('sort', sort === column ? `${column}-desc` : column),
  });
  return [
    {
      title: 'apps.people.person',
      cell: (permission) => <PersonCell person={permission} to={permissionPath(appId, permission.id)} />,
      ...(isSortable && { sort: sortBy('name') }),
    },
    { title: 'common.phone', card: 'plain', cell: ({ phone }) => <AccountPhone phone={phone} /> },
    {
      title: 'apps.people.role',
      card: 'plain',
      cell: ({ roleName }) => <Role name={roleName} />,
      ...(isSortable && { sort: sortBy('role') }),
    },
    {
      title: 'list.status',
      card: 'plain',
      cell: ({ status }) => (
        // A card has no room for the usual status, so show only an unusual status.
        <span className={status === 'active' ? 'max-lg:hidden' : undefined}>
          <PermissionStatus status={status} isListed />
        </span>
      ),
    },
    {
      title: 'apps.people.created',
      cell: (permission) => <Added {...permission} />,
      ...(isSortable && {
        sort: {
          direction: sort === 'oldest' ? 'asc' : sort === '' ? 'desc' : null,
          onSort: () => view.setFilter('sort', sort === '' ? 'oldest' : ''),
        },
      }),
    },
    {
      title: 'list.actions',
      align: 'end',
      cell: (permission) => <PersonMenu appId={appId} permission={permission} onAsk={onAsk} />,
    },
  ];
}

function Role({ name }: { name: string }) {
  return (
    <bdi title={name} className="block wrap-anywhere lg:max-w-44 lg:truncate">
      {name}
    </bdi>
  );
}

/**
 * Shows the day on which a person was added. The tooltip names the author, because the table has no room for the name.
 */
function Added({ createdAt, createdBy }: Pick<Permission, 'createdAt' | 'createdBy'>) {
  const t = useT();
  const by = createdBy === null ? '' : ` ${t('apps.people.created.by', { name: createdBy })}`;
  return (
    <span className="digits lg:whitespace-nowrap" title={`${formatDateTime(createdAt)}${by}`}>
      {formatDay(createdAt, timeZone)}
    </span>
  );
}

type Props = { appId: string; permission: Permission; onAsk: (question: Question) => void };

function PersonMenu({ appId, permission, onAsk }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const people = [permission];
  return (
    <Menu
      trigger={
        <IconButton
          icon={<PageIcon name="more" />}
          label={t('list.actions.named', { name: nameOf(permission) })}
          className="lg:max-h-8 lg:max-w-8"
        />
      }
    >
      <MenuItem icon="user" onSelect={() => void navigate(permissionPath(appId, permission.id))}>
        {t('apps.people.open')}
      </MenuItem>
      <MenuItem icon="shield" onSelect={() => onAsk({ kind: 'set-role', people })}>
        {t('apps.people.set-role')}
      </MenuItem>
      {permission.status === 'locked' ? (
        <MenuItem icon="refresh" onSelect={() => onAsk({ kind: 'unlock', people })}>
          {t('apps.people.unlock')}
        </MenuItem>
      ) : (
        <MenuItem icon="lock" onSelect={() => onAsk({ kind: 'lock', people })} text="apps.people.lock" />
      )}
      <MenuSeparator />
      <MenuItem icon="close" isDanger onSelect={() => onAsk({ kind: 'remove', people })}>
        {t('apps.people.remove')}
      </MenuItem>
    </Menu>
  );
}
