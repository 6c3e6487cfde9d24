import type { ReactNode } from 'react';
import { whenDone } from '#shared/api/when-done.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Alert, Notice } from '#shared/ui/feedback/alert.tsx';
import { Card } from '#shared/ui/page/page.tsx';
import { authorName } from '#features/admin/audit/audit-log.tsx';
import { ReasonButton } from '#features/admin/reason-dialog.tsx';
import { commonEvents } from '#state/common.ts';
import { cx } from '#shared/lib/cx.ts';
import { Icon } from '#shared/ui/icons.tsx';
import { shownFailure } from '#shared/ui/feedback/load-state.tsx';

type Kind = 'enterprise' | 'certificate';
type Decide = { readonly reason: string | null };

type Props = {
  kind: Kind;
  name: string;
  decision: {
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly variables: Decide | undefined;
    readonly mutateAsync: (decide: Decide) => Promise<unknown>;
  };
  canApprove: boolean;
  /** Whether the data is approved, so that a refusal withdraws the approval. */
  isApproved: boolean;
  canRefuse: boolean;
  isOwn: boolean;
};

export function DecisionCard({ kind, name, decision, canApprove, isApproved, canRefuse, isOwn }: Props) {
  const t = useT();
  const approve = () =>
    whenDone(decision.mutateAsync({ reason: null }), () =>
      commonEvents.succeeded(`admin.queue.${kind}.approved`),
    );
  const refusal = isApproved ? 'withdraw' : 'refuse';
  return (
    <Card title={t('admin.queue.decision')} lead={t(`admin.queue.${kind}.decision.lead`)}>
      <Alert text={decision.variables?.reason ? undefined : shownFailure(decision.error)} />
      {isOwn ? (
        <Notice title={t('admin.queue.own')} />
      ) : (
        <div className="mt-2 flex flex-col gap-3 sm:flex-row">
          {canApprove && (
            <Button isBusy={decision.isPending} onClick={approve} text={`admin.queue.${kind}.approve`} />
          )}
          {canRefuse && (
            <ReasonButton
              button={{ look: 'danger' }}
              title={t(`admin.queue.${kind}.${refusal}.title`, { name })}
              text={t(`admin.queue.${kind}.${refusal}.text`)}
              hint={t('admin.queue.reason.hint')}
              action={t(`admin.queue.${kind}.${refusal}`)}
              isDangerous
              removesOpener
              onConfirm={(reason) => decision.mutateAsync({ reason })}
              done="admin.queue.refused"
            />
          )}
          {!canApprove && !canRefuse && <p className="text-muted">{t('admin.queue.nothing')}</p>}
        </div>
      )}
    </Card>
  );
}

type CheckedByProps = { checkedAt: string | null; checkedBy: Parameters<typeof authorName>[0] };

export function CheckedBy({ checkedAt, checkedBy }: CheckedByProps) {
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

export type Check = {
  readonly key: string;
  /** Whether the data is well formed. False asks the administrator to look closer. */
  readonly isFine: boolean;
  readonly text: ReactNode;
};

/** Shows the results of automatic checks of the declared data. The administrator makes the decision. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  return (
    <ul className="grid gap-3">
      {checks.map(({ key, isFine, text }) => (
        <li key={key} className="flex items-start gap-3">
          <Icon
            name={isFine ? 'success' : 'alert'}
            className={cx('mt-0.5', isFine ? 'text-success' : 'text-accent')}
          />
          <div className="min-w-0 wrap-anywhere">{text}</div>
        </li>
      ))}
    </ul>
  );
}
