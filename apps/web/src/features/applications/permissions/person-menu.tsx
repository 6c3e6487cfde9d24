import { useNavigate } from 'react-router';
import { useT } from '#shared/i18n/use-t.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#shared/ui/overlays/menu.tsx';
import type { Question } from './change-dialog.tsx';
import { type Permission, permissionPath } from './permissions.ts';
import { nameOf } from './person-cells.tsx';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';

export function PersonMenu({
  appId,
  permission,
  onAsk,
}: {
  appId: string;
  permission: Permission;
  onAsk: (question: Question) => void;
}) {
  const t = useT();
  const navigate = useNavigate();
  const people = [permission];
  return (
    <Menu
      trigger={
        <IconButton
          icon={<PageIcon name="more" />}
          label={t('list.actions.named', { name: nameOf(permission) })}
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
        <MenuItem icon="lock" onSelect={() => onAsk({ kind: 'lock', people })}>
          {t('apps.people.lock')}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon="close" isDanger onSelect={() => onAsk({ kind: 'remove', people })}>
        {t('apps.people.remove')}
      </MenuItem>
    </Menu>
  );
}
