import { useState } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icons.tsx';
import { Menu, MenuItem } from '#shared/ui/overlays/menu.tsx';
import { commonEvents } from '#state/common.ts';
import { ReasonDialog } from '#features/admin/reason-dialog.tsx';
import { type DeskAction, useDeskAction } from './account-desk.ts';
import type { AccountDetail } from './accounts.ts';

/** The less frequent actions on an account. */
export function MoreActions({ account, name }: { account: AccountDetail; name: string }) {
  const t = useT();
  const act = useDeskAction(account.id);
  const [asked, setAsked] = useState<DeskAction | null>(null);
  const confirm = async (reason: string) => {
    if (asked === null) return;
    await act.mutateAsync({ action: asked, reason });
    setAsked(null);
    commonEvents.succeeded(`admin.account.${asked}.done`);
  };
  return (
    <>
      <Menu
        trigger={
          <Button look="secondary" icon={<Icon name="more" />}>
            {t('admin.account.more')}
          </Button>
        }
      >
        {account.hasPassword && !account.mustChangePassword && (
          <MenuItem icon="lock" onSelect={() => setAsked('force-password-change')}>
            {t('admin.account.force-password-change')}
          </MenuItem>
        )}
        <MenuItem icon="refresh" onSelect={() => setAsked('lift-throttle')}>
          {t('admin.account.lift-throttle')}
        </MenuItem>
      </Menu>
      <ReasonDialog
        question={
          asked && {
            title: t(`admin.account.${asked}.title`, { name }),
            text: t(`admin.account.${asked}.text`),
            action: t(`admin.account.${asked}`),
          }
        }
        onClose={() => setAsked(null)}
        onConfirm={confirm}
      />
    </>
  );
}
