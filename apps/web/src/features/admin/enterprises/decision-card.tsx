import { useState } from 'react';
import { shownFailure } from '#session/reauthenticate.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Alert, Notice } from '#shared/ui/feedback/alert.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { ReasonDialog } from '#features/admin/reason-dialog.tsx';
import { commonEvents } from '#state/common.ts';
import type { Decide } from './queue.ts';

type Kind = 'enterprise' | 'certificate';

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
  const approve = async () => {
    try {
      await decision.mutateAsync({ reason: null });
      commonEvents.succeeded(`admin.queue.${kind}.approved`);
    } catch {
      // The failure is shown from `decision.error`.
    }
  };
  const refuse = async (reason: string) => {
    await decision.mutateAsync({ reason });
    setIsRefusing(false);
    commonEvents.succeeded('admin.queue.refused');
  };
  const refusal = isApproved ? 'withdraw' : 'refuse';
  return (
    <Card title={t('admin.queue.decision')} lead={t(`admin.queue.${kind}.decision.lead`)}>
      <Alert text={isRefusing ? undefined : shownFailure(decision.error)} />
      {isOwn ? (
        <Notice title={t('admin.queue.own')} />
      ) : (
        <div className="mt-2 flex flex-col gap-3 sm:flex-row">
          {canApprove && (
            <Button isBusy={decision.isPending} onClick={() => void approve()}>
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
        onConfirm={refuse}
      />
    </Card>
  );
}
