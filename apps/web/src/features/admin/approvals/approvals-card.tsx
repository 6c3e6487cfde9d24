import { useState } from 'react';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { shownFailure } from '#session/reauthenticate.ts';
import { whenDone } from '#shared/api/when-done.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { formatPhone } from '#shared/lib/phone.ts';
import { Button, TextLink } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { EmptyState } from '#shared/ui/feedback/empty-state.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { authorName } from '#features/admin/author-name.ts';
import { commonEvents } from '#state/common.ts';
import { type Approval, type Decision, useApprovals, useDecide } from './approvals.ts';

type Asked = { readonly approval: Approval; readonly decision: Decision };

export function ApprovalsCard() {
  const t = useT();
  const approvals = useApprovals();
  const decide = useDecide();
  const [asked, setAsked] = useState<Asked | null>(null);
  const confirm = ({ approval: { id }, decision }: Asked) => {
    setAsked(null);
    whenDone(decide.mutateAsync({ approvalId: id, decision }), () =>
      commonEvents.succeeded(`admin.approval.${decision}.done`),
    );
  };
  return (
    <Card title={t('admin.approvals')} lead={t('admin.approvals.lead')}>
      <Alert text={shownFailure(decide.error)} />
      {approvals.data === undefined ? (
        <LoadState query={approvals} title={t('admin.approvals.failed')} />
      ) : approvals.data.length === 0 ? (
        <EmptyState icon="success" title={t('admin.approvals.none')}>
          {t('admin.approvals.none.text')}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {approvals.data.map((approval) => (
            <Item
              key={approval.id}
              approval={approval}
              onDecide={(decision) => setAsked({ approval, decision })}
            />
          ))}
        </ul>
      )}
      <Dialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={asked ? t(`admin.approval.${asked.decision}.title`) : ''}
        lead={
          asked &&
          (asked.decision === 'confirm'
            ? t(`admin.approval.${asked.approval.kind}.effect`, { name: nameOf(asked.approval) })
            : t('admin.approval.refuse.text'))
        }
        actions={
          asked && (
            <>
              <Button look="secondary" onClick={() => setAsked(null)}>
                {t('common.cancel')}
              </Button>
              <Button
                look={asked.decision === 'confirm' ? 'primary' : 'danger'}
                onClick={() => confirm(asked)}
              >
                {t(
                  asked.decision === 'refuse' && asked.approval.isOwn
                    ? 'admin.approval.takeBack'
                    : `admin.approval.${asked.decision}`,
                )}
              </Button>
            </>
          )
        }
      />
    </Card>
  );
}

function nameOf({ account: { id, name, phone } }: Approval): string {
  return name ?? (phone === null ? id : formatPhone(phone));
}

function Item({ approval, onDecide }: { approval: Approval; onDecide: (decision: Decision) => void }) {
  const t = useT();
  const { account, requestedBy, contact, isOwn } = approval;
  const name = nameOf(approval);
  return (
    <li className="grid gap-2 py-4 first:pt-0 last:pb-0">
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
        >
          {t(isOwn ? 'admin.approval.takeBack' : 'admin.approval.refuse')}
        </Button>
      </div>
    </li>
  );
}
