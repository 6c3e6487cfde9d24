import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { ActionButton } from '#session/action-dialog.tsx';
import { api } from '#shared/api/api.ts';
import { useChange, useRead } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { nameOf } from '#shared/ui/display/person.tsx';
import { TextLink } from '#shared/ui/controls/button.tsx';
import { QueryCard, RowList } from '#shared/ui/page/page.tsx';
import { authorName } from '#features/admin/audit/audit-log.tsx';
import { NoneWaiting } from '#features/admin/attention/none-waiting.tsx';
import type { Approval } from './approvals.ts';

export function ApprovalsCard() {
  const t = useT();
  return (
    <QueryCard
      title={t('admin.approvals')}
      lead={t('admin.approvals.lead')}
      query={useRead('GET /vid/api/admin/approvals', {})}
    >
      {(rows) => (
        <RowList
          rows={rows}
          rowKey={({ id }) => id}
          none={<NoneWaiting text="admin.approvals.none" />}
          className="grid gap-2 py-4"
        >
          {(approval) => <Item approval={approval} />}
        </RowList>
      )}
    </QueryCard>
  );
}

function Item({ approval }: { approval: Approval }) {
  const t = useT();
  const decide = useChange(
    (decision: 'confirm' | 'refuse') =>
      api.post(`/vid/api/admin/approvals/:approvalId/${decision}`, { params: { approvalId: approval.id } }),
    'admin/approvals',
    'admin/accounts',
  );
  const { account, requestedBy, contact, isOwn } = approval;
  const name = nameOf(account);
  // An administrator withdraws their own request instead of refusing it.
  const refusal = isOwn ? 'takeBack' : 'refuse';
  return (
    <>
      <h3 className="text-label font-semibold">{t(`admin.approval.${approval.kind}`)}</h3>
      <TextLink
        isPlain
        to={pathTo(areaPaths.adminAccount, { accountId: account.id })}
        className="w-fit wrap-anywhere"
      >
        <bdi>{name}</bdi>
      </TextLink>
      {contact !== null && (
        <p className="text-label">
          {t('admin.approval.contact')} <bdi className="digits wrap-anywhere">{contact}</bdi>
        </p>
      )}
      <p className="text-label wrap-anywhere whitespace-pre-line">{approval.reason}</p>
      <p className="text-sm text-muted">
        {t('admin.approval.by', {
          name: authorName(requestedBy, t),
          time: formatDateTime(approval.expiresAt),
        })}
      </p>
      <div className="mt-1 flex flex-wrap gap-3">
        {isOwn ? (
          <p className="self-center text-label text-muted">{t('admin.approval.own')}</p>
        ) : (
          <ActionButton
            button={{ 'aria-label': t('admin.approval.confirmNamed', { name }) }}
            title={t('admin.approval.confirm.title')}
            text={t(`admin.approval.${approval.kind}.effect`, { name })}
            action={t('admin.approval.confirm')}
            removesOpener
            onConfirm={() => decide.mutateAsync('confirm')}
            done="admin.approval.confirm.done"
          />
        )}
        <ActionButton
          button={{ look: 'secondary', 'aria-label': t(`admin.approval.${refusal}Named`, { name }) }}
          title={t('admin.approval.refuse.title')}
          text={t('admin.approval.refuse.text')}
          action={t(`admin.approval.${refusal}`)}
          isDangerous
          removesOpener
          onConfirm={() => decide.mutateAsync('refuse')}
          done="admin.approval.refuse.done"
        />
      </div>
    </>
  );
}
