import { api } from '#shared/api/api.ts';
import { useChange } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { formatPhone } from '#shared/lib/phone/phone.ts';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { authorName } from '#features/admin/audit/audit-log.tsx';
import { ReasonButton } from '#features/admin/reason-dialog.tsx';
import { ActionButton } from '#session/action-dialog.tsx';
import type { AccountDetail, SignInCheck } from './accounts.tsx';
import { useSignInCheck } from './sign-in-check-card.tsx';

type Recovery = NonNullable<SignInCheck['recovery']>;

export function RecoveryBanner({ account, name }: { account: AccountDetail; name: string }) {
  const t = useT();
  const recovery = useSignInCheck(account.id).data?.recovery;
  if (!recovery) return null;
  const { channel, requestedBy, confirmedBy, requestedAt } = recovery;
  const { title, text } = progressOf(recovery, t);
  return (
    <Notice title={title}>
      <p className="wrap-anywhere">{text}</p>
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

function progressOf({ stage, channel, contact, endsAt }: Recovery, t: Translate) {
  const time = endsAt === null ? '' : formatDateTime(endsAt);
  if (channel === 'code')
    return stage === 'ready'
      ? { title: t('admin.recovery.code.ready'), text: t('admin.recovery.code.ready.text', { time }) }
      : { title: t('admin.recovery.waiting'), text: t('admin.recovery.code.waiting.text', { time }) };
  const target =
    contact === null
      ? t(`admin.recovery.channel.${channel}`)
      : contact.startsWith('+')
        ? formatPhone(contact)
        : contact;
  return { title: t(`admin.recovery.${stage}`), text: t(`admin.recovery.${stage}.text`, { target, time }) };
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
