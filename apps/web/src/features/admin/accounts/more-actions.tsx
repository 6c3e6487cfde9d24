import { useState } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';
import { Menu, MenuItem } from '#shared/ui/overlays/menu.tsx';
import { commonEvents } from '#state/common.ts';
import { type ApprovalKind, useAskApproval } from '#features/admin/approvals/approvals.ts';
import { RecoveryDialog } from '#features/admin/approvals/recovery-dialog.tsx';
import { ReasonDialog } from '#features/admin/reason-dialog.tsx';
import { type SupportAction, useSupportAction } from './account-support.ts';
import type { AccountDetail } from './accounts.ts';

type AccountChange = Exclude<ApprovalKind, 'export-hashes'>;

/** The less frequent actions on an account. Some need two administrators. */
export function MoreActions({ account, name }: { account: AccountDetail; name: string }) {
  const t = useT();
  const [asked, setAsked] = useState<SupportAction | null>(null);
  const [approval, setApproval] = useState<AccountChange | null>(null);
  const isMember = account.role === 'user';
  return (
    <>
      <Menu
        trigger={
          <Button look="secondary" icon={<PageIcon name="more" />}>
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
        {isMember && (
          <MenuItem icon="phone" onSelect={() => setApproval('recover-account')}>
            {t('admin.approval.recover-account')}
          </MenuItem>
        )}
        {isMember && account.status === 'active' && account.hasPassword && (
          <MenuItem icon="shield" onSelect={() => setApproval('grant-admin')}>
            {t('admin.approval.grant-admin')}
          </MenuItem>
        )}
        {!isMember && (
          <MenuItem icon="shield" isDanger onSelect={() => setApproval('withdraw-admin')}>
            {t('admin.approval.withdraw-admin')}
          </MenuItem>
        )}
      </Menu>
      <SupportDialog accountId={account.id} name={name} action={asked} onClose={() => setAsked(null)} />
      <ApprovalDialog accountId={account.id} name={name} kind={approval} onClose={() => setApproval(null)} />
    </>
  );
}

type Props = { readonly accountId: string; readonly name: string; readonly onClose: () => void };

function SupportDialog({ accountId, name, action, onClose }: Props & { action: SupportAction | null }) {
  const t = useT();
  const act = useSupportAction(accountId);
  const confirm = async (reason: string) => {
    if (action === null) return;
    await act.mutateAsync({ action, reason });
    onClose();
    commonEvents.succeeded(`admin.account.${action}.done`);
  };
  return (
    <ReasonDialog
      question={
        action && {
          title: t(`admin.account.${action}.title`, { name }),
          text: t(`admin.account.${action}.text`),
          action: t(`admin.account.${action}`),
        }
      }
      onClose={onClose}
      onConfirm={confirm}
    />
  );
}

function ApprovalDialog({ accountId, name, kind, onClose }: Props & { kind: AccountChange | null }) {
  const t = useT();
  const ask = useAskApproval();
  const send = async (input: { reason: string; contact?: string }) => {
    if (kind === null) return;
    await ask.mutateAsync({ kind, accountId, ...input });
    onClose();
    commonEvents.succeeded('admin.approval.asked');
  };
  return (
    <>
      <RecoveryDialog isOpen={kind === 'recover-account'} name={name} onClose={onClose} onConfirm={send} />
      <ReasonDialog
        question={
          kind === null || kind === 'recover-account'
            ? null
            : {
                title: t(`admin.approval.${kind}.title`, { name }),
                text: t(`admin.approval.${kind}.text`),
                action: t('admin.approval.ask'),
              }
        }
        onClose={onClose}
        onConfirm={(reason) => send({ reason })}
      />
    </>
  );
}
