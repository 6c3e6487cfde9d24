import { type ComponentProps, useState } from 'react';
import * as v from 'valibot';
import { ActionDialog } from '#session/action-dialog.tsx';
import { required } from '#shared/forms/rules.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { formatPhone } from '#shared/lib/phone/phone.ts';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { Menu, MenuItem } from '#shared/ui/overlays/menu.tsx';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';
import { type ApprovalKind, useAskApproval } from '#features/admin/approvals/approvals.ts';
import { ReasonDialog } from '#features/admin/reason-dialog.tsx';
import { ReasonField, reasonRule } from '#features/admin/reason-field.tsx';
import { type AccountDetail, useAccountAction } from './accounts.tsx';

type AccountChange = Exclude<ApprovalKind, 'export-hashes'>;

export function MoreActions({ account, name }: { account: AccountDetail; name: string }) {
  const t = useT();
  const [isForcing, setIsForcing] = useState(false);
  const [approval, setApproval] = useState<AccountChange | null>(null);
  const act = useAccountAction(account.id);
  const isMember = account.role === 'user';
  return (
    <>
      <Menu trigger={<Button look="secondary" icon={<PageIcon name="more" />} text="admin.account.more" />}>
        {account.hasPassword && !account.mustChangePassword && (
          <MenuItem icon="lock" onSelect={() => setIsForcing(true)}>
            {t('admin.account.force-password-change')}
          </MenuItem>
        )}
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
      <ReasonDialog
        question={
          isForcing
            ? {
                title: t('admin.account.force-password-change.title', { name }),
                text: t('admin.account.force-password-change.text'),
                action: t('admin.account.force-password-change'),
              }
            : null
        }
        onClose={() => setIsForcing(false)}
        onConfirm={(reason) => act.mutateAsync({ action: 'force-password-change', reason })}
        done="admin.account.force-password-change.done"
      />
      <ApprovalDialog account={account} name={name} kind={approval} onClose={() => setApproval(null)} />
    </>
  );
}

const maxContact = 254;
const rules = {
  'recover-account': v.object({ contact: v.pipe(required(), v.maxLength(maxContact)), reason: reasonRule }),
  'grant-admin': v.object({ reason: reasonRule }),
  'withdraw-admin': v.object({ reason: reasonRule }),
};

type Props = {
  account: AccountDetail;
  name: string;
  kind: AccountChange | null;
} & Pick<ComponentProps<typeof ReasonDialog>, 'onClose'>;

function ApprovalDialog({ account, name, kind, onClose }: Props) {
  const t = useT();
  const ask = useAskApproval();
  const isRecovery = kind === 'recover-account';
  return (
    <ActionDialog
      isOpen={kind !== null}
      onClose={onClose}
      title={kind ? t(`admin.approval.${kind}.title`, { name }) : ''}
      text={kind && t(`admin.approval.${kind}.text`)}
      action={t('admin.approval.ask')}
      rules={rules[kind ?? 'grant-admin']}
      onConfirm={async (input) => kind && ask.mutateAsync({ kind, accountId: account.id, ...input })}
      done="admin.approval.asked"
    >
      {isRecovery && (
        <Notice title={t('admin.approval.recover-account.number')}>
          {account.phone === null
            ? t('admin.approval.recover-account.number.none')
            : t('admin.approval.recover-account.number.text', { phone: formatPhone(account.phone) })}
        </Notice>
      )}
      {isRecovery && (
        <TextField
          name="contact"
          label={t('admin.approval.recover-account.contact')}
          hint={t('admin.approval.recover-account.contact.hint')}
          maxLength={maxContact}
          autoComplete="off"
        />
      )}
      <ReasonField hint={t(isRecovery ? 'admin.approval.recover-account.reason' : 'admin.reason.hint')} />
    </ActionDialog>
  );
}
