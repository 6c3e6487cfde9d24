import { NameLink } from '#shared/ui/display/values.tsx';
import { useNavigate } from 'react-router';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { IconButton } from '#shared/ui/controls/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#shared/ui/overlays/menu.tsx';
import { nameOf } from '#shared/ui/display/person.tsx';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';
import { useAuth } from '#state/auth.ts';
import type { AccountItem } from './accounts.tsx';
import type { ChangeQuestion } from './change-dialogs.tsx';

export const accountPath = (accountId: string) => pathTo(areaPaths.adminAccount, { accountId });

export function AccountLink({ account: { id, name } }: { account: Pick<AccountItem, 'id' | 'name'> }) {
  return <NameLink to={accountPath(id)} name={name} />;
}

type Props = { account: AccountItem; onAsk: (question: ChangeQuestion) => void };

export function AccountMenu({ account, onAsk }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const isOwn = useAuth((state) => state.user?.id) === account.id;
  const ask = (action: ChangeQuestion['action']) => () => onAsk({ action, accounts: [account] });
  return (
    <Menu
      trigger={
        <IconButton
          icon={<PageIcon name="more" />}
          label={t('list.actions.named', { name: nameOf(account) })}
          className="lg:max-h-8 lg:max-w-8"
        />
      }
    >
      <MenuItem icon="user" onSelect={() => void navigate(accountPath(account.id))}>
        {t('admin.accounts.open')}
      </MenuItem>
      {!isOwn && (
        <>
          <MenuItem icon="close" onSelect={ask('end-sessions')} text="admin.account.endSessions" />
          <MenuSeparator />
          {account.status === 'locked' ? (
            <MenuItem icon="refresh" onSelect={ask('unlock')} text="admin.account.unlock" />
          ) : (
            <MenuItem icon="lock" isDanger onSelect={ask('lock')} text="admin.account.lock" />
          )}
        </>
      )}
    </Menu>
  );
}
