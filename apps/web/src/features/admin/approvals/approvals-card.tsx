import { useState } from 'react';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { ActionDialog } from '#session/action-dialog.tsx';
import { api } from '#shared/api/api.ts';
import { useChange, useRead } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { formatPhone } from '#shared/lib/phone.ts';
import { Button, TextLink } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/feedback/load-state.tsx';
import { QueryCard, RowList } from '#shared/ui/page/page.tsx';
import { authorName } from '#features/admin/audit/audit-log.tsx';
import type { Approval } from './approvals.ts';

type Asked = { readonly approval: Approval; readonly decision: 'confirm' | 'refuse' };

export function ApprovalsCard() {
  const t = useT();
  const decide = useChange(
    ({ approval, decision }: Asked) =>
      api.post(`/vid/api/admin/approvals/:approvalId/${decision}`, { params: { approvalId: approval.id } }),
    'admin/approvals',
    'admin/accounts',
  );
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <QueryCard
      title={t('admin.approvals')}
      lead={t('admin.approvals.lead')}
      query={useRead('GET /vid/api/admin/approvals', {})}
    >
      {(rows) => (
        <>
          <RowList
            rows={rows}
            rowKey={({ id }) => id}
            none={
              <EmptyState
                icon="success"
                title={t('admin.approvals.none')}
                lead={t('admin.approvals.none.text')}
              />
            }
            className="grid gap-2 py-4"
          >
            {(approval) => (
              <Item approval={approval} onDecide={(decision) => setAsked({ approval, decision })} />
            )}
          </RowList>
          <ActionDialog
            isOpen={asked !== null}
            onClose={() => setAsked(null)}
            title={asked ? t(`admin.approval.${asked.decision}.title`) : ''}
            text={
              asked?.decision === 'confirm'
                ? t(`admin.approval.${asked.approval.kind}.effect`, { name: nameOf(asked.approval) })
                : t('admin.approval.refuse.text')
            }
            action={asked ? t(actionOf(asked)) : ''}
            isDangerous={asked?.decision === 'refuse'}
            onConfirm={async () => asked && decide.mutateAsync(asked)}
            done={asked ? `admin.approval.${asked.decision}.done` : undefined}
          />
        </>
      )}
    </QueryCard>
  );
}

/** The administrator who made a request withdraws it instead of refusing it. */
const actionOf = ({ approval: { isOwn }, decision }: Asked) =>
  decision === 'refuse' && isOwn ? 'admin.approval.takeBack' : (`admin.approval.${decision}` as const);

function nameOf({ account: { id, name, phone } }: Approval): string {
  return name ?? (phone === null ? id : formatPhone(phone));
}

type Props = { approval: Approval; onDecide: (decision: Asked['decision']) => void };

function Item({ approval, onDecide }: Props) {
  const t = useT();
  const { account, requestedBy, contact, isOwn } = approval;
  const name = nameOf(approval);
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
          <Button aria-label={t('admin.approval.confirmNamed', { name })} onClick={() => onDecide('confirm')}>
            {t('admin.approval.confirm')}
          </Button>
        )}
        <Button
          look="secondary"
          aria-label={t(isOwn ? 'admin.approval.takeBackNamed' : 'admin.approval.refuseNamed', { name })}
          onClick={() => onDecide('refuse')}
          text={isOwn ? 'admin.approval.takeBack' : 'admin.approval.refuse'}
        />
      </div>
    </>
  );
}
