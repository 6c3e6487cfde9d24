import type { ReactNode } from 'react';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/controls/button.tsx';
import { Alert, Notice } from '#shared/ui/feedback/alert.tsx';
import { shownFailure } from '#shared/ui/feedback/load-state.tsx';
import { Bone, BoneBadges, BoneRows } from '#shared/ui/feedback/skeleton.tsx';
import { Card, PageHeader } from '#shared/ui/page/page.tsx';
import {
  CheckedBy,
  DecisionForm,
  type Finding,
  Findings,
  twoCards,
} from '#features/admin/queue/case-parts.tsx';
import { KeyHint, useShortcut } from '#features/admin/queue/queue-keys.tsx';
import { ReasonButton } from '#features/admin/reason-dialog.tsx';
import { type CertificateDetail, type Decide, type EnterpriseDetail, StateBadge } from './queue.tsx';

const decisions = { enterprise: 'enterprise.verified', certificate: 'certificate.confirmed' } as const;

export function CaseSkeleton({ kind }: Pick<Props, 'kind'>) {
  const t = useT();
  return (
    <>
      <PageHeader
        title={undefined}
        lead={<BoneBadges texts={[t('admin.queue.state.declared')]} />}
        actions={<Bone className="w-32" />}
      />
      <div className={twoCards}>
        <Card title={t('admin.queue.declared')} lead={<Bone />}>
          <BoneRows count={6} />
        </Card>
        <Card title={t('admin.queue.decision')} lead={t(`admin.queue.${kind}.decision.lead`)}>
          <BoneRows />
        </Card>
      </div>
    </>
  );
}

type Props = {
  kind: keyof typeof decisions;
  title: string;
  state: Parameters<typeof StateBadge>[0]['state'];
  declaredCase: Pick<
    EnterpriseDetail | CertificateDetail,
    'id' | 'declaredAt' | 'reason' | 'checkedAt' | 'checkedBy' | 'isOwn'
  >;
  declared: ReactNode;
  findings: readonly Finding[];
  /** Link to the register in which the administrator looks up the declared values, or a text that names it. */
  register: ReactNode;
  notice?: ReactNode;
  name: string;
  decision: {
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly variables: Decide | undefined;
    readonly mutateAsync: (decide: Decide) => Promise<unknown>;
  };
  canApprove: boolean;
  /** True if the data is approved; a refusal then withdraws the approval. */
  isApproved: boolean;
  canRefuse: boolean;
  /** Changes whenever the shown data changes. */
  revision: string;
};

export function Case({
  kind,
  title,
  state,
  declaredCase,
  declared,
  findings,
  register,
  notice,
  name,
  decision,
  canApprove,
  isApproved,
  canRefuse,
  revision,
}: Props) {
  const t = useT();
  const { id, declaredAt, reason, isOwn } = declaredCase;
  const refusalKey = useShortcut('r');
  const refusal = isApproved ? 'withdraw' : 'refuse';
  const refuseButton = canRefuse && (
    <ReasonButton
      button={{
        look: 'danger',
        'aria-keyshortcuts': refusalKey,
        children: (
          <>
            {t(`admin.queue.${kind}.${refusal}`)}
            <KeyHint letter="r" />
          </>
        ),
      }}
      title={t(`admin.queue.${kind}.${refusal}.title`, { name })}
      text={t(`admin.queue.${kind}.${refusal}.text`)}
      hint={t('admin.queue.reason.hint')}
      action={t(`admin.queue.${kind}.${refusal}`)}
      isDangerous
      removesOpener
      onConfirm={(typed) => decision.mutateAsync({ reason: typed })}
    />
  );
  return (
    <>
      <PageHeader
        title={title}
        lead={<StateBadge state={state} />}
        actions={
          <TextLink isPlain to={pathTo(areaPaths.adminAccount, { accountId: id })} className="self-center">
            {t('admin.queue.account')}
          </TextLink>
        }
      />
      <div className={twoCards}>
        {(notice || (state === 'refused' && reason !== null)) && (
          <div className="grid gap-4 @min-[44rem]:col-span-2">
            {notice}
            {state === 'refused' && reason !== null && (
              <Notice title={t('admin.queue.reason')}>
                <p className="wrap-anywhere whitespace-pre-line">{reason}</p>
              </Notice>
            )}
          </div>
        )}
        <Card
          title={t('admin.queue.declared')}
          lead={t('admin.queue.declaredAt', { time: formatDateTime(declaredAt) })}
        >
          {declared}
          <div className="mt-4 border-t border-line pt-4">
            <Findings findings={findings} />
          </div>
        </Card>
        <Card title={t('admin.queue.decision')} lead={t(`admin.queue.${kind}.decision.lead`)}>
          <Alert text={decision.variables?.reason ? undefined : shownFailure(decision.error)} />
          {isOwn ? (
            <Notice title={t('admin.queue.own')} />
          ) : (
            <>
              {canApprove ? (
                <>
                  <div className="mb-4">{register}</div>
                  <DecisionForm
                    decision={decisions[kind]}
                    action={`admin.queue.${kind}.approve`}
                    isPending={decision.isPending}
                    revision={revision}
                    onApprove={() => decision.mutateAsync({ reason: null })}
                  >
                    {refuseButton}
                  </DecisionForm>
                </>
              ) : (
                refuseButton || <p className="text-muted">{t('admin.queue.nothing')}</p>
              )}
            </>
          )}
          <CheckedBy {...declaredCase} />
        </Card>
      </div>
    </>
  );
}
