import { useNavigate } from 'react-router';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { IconButton, TextLink } from '#shared/ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#shared/ui/overlays/menu.tsx';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';
import { useAuth } from '#state/auth.ts';
import type { AccountItem } from './accounts.ts';
import { type ChangeQuestion, useNameOf } from './change-dialogs.tsx';

const accountPath = (accountId: string) => pathTo(areaPaths.adminAccount, { accountId });

/** Shows the name of an account, as a link to its page. */
export function AccountLink({ account: { id, name } }: { account: Pick<AccountItem, 'id' | 'name'> }) {
  const t = useT();
  return (
    <TextLink isPlain to={accountPath(id)} className="wrap-anywhere">
      <bdi>{name ?? t('admin.unnamed')}</bdi>
    </TextLink>
  );
}

export function AccountMenu({
  account,
  onAsk,
}: {
  account: AccountItem;
  onAsk: (question: ChangeQuestion) => void;
}) {
  const t = useT();
  const navigate = useNavigate();
  const nameOf = useNameOf();
  const isOwn = useAuth((state) => state.user?.id) === account.id;
  const ask = (action: ChangeQuestion['action']) => () => onAsk({ action, accounts: [account] });
  return (
    <Menu
      trigger={
        <IconButton
          icon={<PageIcon name="more" />}
          label={t('list.actions.named', { name: nameOf(account) })}
        />
      }
    >
      <MenuItem icon="user" onSelect={() => void navigate(accountPath(account.id))}>
        {t('admin.accounts.open')}
      </MenuItem>
      {!isOwn && (
        <>
          <MenuItem icon="close" onSelect={ask('end-sessions')}>
            {t('admin.account.endSessions')}
          </MenuItem>
          <MenuSeparator />
          {account.status === 'locked' ? (
            <MenuItem icon="refresh" onSelect={ask('unlock')}>
              {t('admin.account.unlock')}
            </MenuItem>
          ) : (
            <MenuItem icon="lock" isDanger onSelect={ask('lock')}>
              {t('admin.account.lock')}
            </MenuItem>
          )}
        </>
      )}
    </Menu>
  );
}
