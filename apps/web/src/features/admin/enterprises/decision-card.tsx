import { useState } from 'react';
import { shownFailure } from '#session/reauthenticate.ts';
import { whenDone } from '#shared/api/when-done.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Alert, Notice } from '#shared/ui/feedback/alert.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { authorName } from '#features/admin/audit/audit-texts.tsx';
import { ReasonDialog } from '#features/admin/reason-dialog.tsx';
import { commonEvents } from '#state/common.ts';

type Kind = 'enterprise' | 'certificate';
type Decide = { readonly reason: string | null };

/** Approves or refuses the declared data. */
export function DecisionCard({
  kind,
  name,
  decision,
  canApprove,
  isApproved,
  canRefuse,
  isOwn,
}: {
  kind: Kind;
  name: string;
  decision: {
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly mutateAsync: (decide: Decide) => Promise<unknown>;
  };
  canApprove: boolean;
  /** Whether the data is approved, so that a refusal withdraws the approval. */
  isApproved: boolean;
  canRefuse: boolean;
  isOwn: boolean;
}) {
  const t = useT();
  const [isRefusing, setIsRefusing] = useState(false);
  const approve = () =>
    whenDone(decision.mutateAsync({ reason: null }), () =>
      commonEvents.succeeded(`admin.queue.${kind}.approved`),
    );
  const refusal = isApproved ? 'withdraw' : 'refuse';
  return (
    <Card title={t('admin.queue.decision')} lead={t(`admin.queue.${kind}.decision.lead`)}>
      <Alert text={isRefusing ? undefined : shownFailure(decision.error)} />
      {isOwn ? (
        <Notice title={t('admin.queue.own')} />
      ) : (
        <div className="mt-2 flex flex-col gap-3 sm:flex-row">
          {canApprove && (
            <Button isBusy={decision.isPending} onClick={approve}>
              {t(`admin.queue.${kind}.approve`)}
            </Button>
          )}
          {canRefuse && (
            <Button look="danger" onClick={() => setIsRefusing(true)}>
              {t(`admin.queue.${kind}.${refusal}`)}
            </Button>
          )}
          {!canApprove && !canRefuse && <p className="text-muted">{t('admin.queue.nothing')}</p>}
        </div>
      )}
      <ReasonDialog
        question={
          isRefusing
            ? {
                title: t(`admin.queue.${kind}.${refusal}.title`, { name }),
                text: t(`admin.queue.${kind}.${refusal}.text`),
                hint: t('admin.queue.reason.hint'),
                action: t(`admin.queue.${kind}.${refusal}`),
                isDangerous: true,
              }
            : null
        }
        onClose={() => setIsRefusing(false)}
        onConfirm={(reason) => decision.mutateAsync({ reason })}
        done="admin.queue.refused"
      />
    </Card>
  );
}

/** Shows the administrator who decided, and the time of the decision. */
export function CheckedBy({
  checkedAt,
  checkedBy,
}: {
  checkedAt: string | null;
  checkedBy: Parameters<typeof authorName>[0];
}) {
  const t = useT();
  if (checkedAt === null) return null;
  return (
    <p className="text-sm text-muted">
      {t('admin.queue.checked', { name: authorName(checkedBy, t), time: formatDateTime(checkedAt) })}
    </p>
  );
}

export function RefusalNotice({ reason }: { reason: string | null }) {
  const t = useT();
  if (reason === null) return null;
  return (
    <Notice title={t('admin.queue.reason')}>
      <p className="wrap-anywhere whitespace-pre-line">{reason}</p>
    </Notice>
  );
}
