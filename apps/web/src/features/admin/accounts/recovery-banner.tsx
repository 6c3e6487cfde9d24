import { api } from '#shared/api/api.ts';
import { useChange } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { formatPhone } from '#shared/lib/phone.ts';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { authorName } from '#features/admin/audit/audit-log.tsx';
import { ReasonButton } from '#features/admin/reason-dialog.tsx';
import { ActionButton } from '#session/action-dialog.tsx';
import type { AccountDetail, SignInCheck } from './accounts.tsx';
import { useSignInCheck } from './sign-in-check-card.tsx';

type Recovery = NonNullable<SignInCheck['recovery']>;

/** Shows the open recovery of an account, with its target, its next time and a way to cancel it. */
export function RecoveryBanner({ account, name }: { account: AccountDetail; name: string }) {
  const t = useT();
  const recovery = useSignInCheck(account.id).data?.recovery;
  if (!recovery) return null;
  const { stage, channel, contact, endsAt, requestedBy, confirmedBy, requestedAt } = recovery;
  const target =
    contact === null
      ? t(`admin.recovery.channel.${channel}`)
      : contact.startsWith('+')
        ? formatPhone(contact)
        : contact;
  return (
    <Notice title={t(`admin.recovery.${stage}`)}>
      <p className="wrap-anywhere">
        {t(`admin.recovery.${stage}.text`, { target, time: endsAt === null ? '' : formatDateTime(endsAt) })}
      </p>
      <p className="text-sm text-muted">
        {channel === 'support'
          ? t(confirmedBy === null ? 'admin.recovery.by' : 'admin.recovery.by.two', {
              name: authorName(requestedBy, t),
              other: authorName(confirmedBy, t),
              time: formatDateTime(requestedAt),
            })
          : t('admin.recovery.byOwner', { time: formatDateTime(requestedAt) })}
      </p>
      {!account.isOwn && <CancelButton account={account} name={name} recovery={recovery} />}
    </Notice>
  );
}

type Props = { account: AccountDetail; name: string; recovery: Recovery };

function CancelButton({ account: { id }, name, recovery: { approvalId } }: Props) {
  const t = useT();
  const cancel = useChange(
    (reason: string) =>
      approvalId === null
        ? api.post('/vid/api/admin/accounts/:accountId/cancel-recovery', {
            params: { accountId: id },
            body: { reason },
          })
        : api.post('/vid/api/admin/approvals/:approvalId/refuse', { params: { approvalId } }),
    `admin/accounts/${id}`,
    'admin/approvals',
  );
  const dialog = {
    button: { look: 'secondary', className: 'mt-3' },
    title: t('admin.recovery.cancel.title', { name }),
    text: t('admin.recovery.cancel.text'),
    action: t('admin.recovery.cancel'),
    isDangerous: true,
    removesOpener: true,
    done: 'admin.recovery.cancel.done',
  } as const;
  return approvalId === null ? (
    <ReasonButton {...dialog} onConfirm={(reason) => cancel.mutateAsync(reason)} />
  ) : (
    <ActionButton {...dialog} onConfirm={() => cancel.mutateAsync('')} />
  );
}
