import { Retry, Waiting } from '#shared/ui/feedback/loader.tsx';
import { type ReactNode, Suspense, useState } from 'react';
import { neededPart } from '#navigation/lazy-part.ts';
import { paths } from '#navigation/paths.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useLoad } from '#shared/hooks/use-call.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { StatePage } from '#shared/ui/feedback/state-mark.tsx';
import { StepPage } from '#shared/ui/page-title.tsx';

const CompleteRecovery = neededPart(() => import('./complete-recovery.tsx'), 'CompleteRecovery');

const find = () => api.get('/vid/ajax/auth/recovery');

type Props = {
  linkCode: string;
  /** Form that starts a new recovery. `onStarted` continues with a recovery that can be completed at once. */
  children: (state: { byMail: boolean; onStarted: () => void }) => ReactNode;
};

/** Continues the recovery that the link names or this browser has begun; otherwise starts a new one. */
export function Recovery({ linkCode, children }: Props) {
  const t = useT();
  const [isInvalid, setIsInvalid] = useState(false);
  const open = async () => {
    if (linkCode !== '')
      await api.post('/vid/ajax/auth/recovery/check', { body: { recoveryToken: linkCode } });
    return find();
  };
  const state = useLoad(open);
  if (isInvalid || failedWith(state.error, 'RECOVERY_LINK_INVALID')) return <Invalid />;
  if (state.data === null) {
    return (
      <StepPage title={t('reset.recovery.title')}>
        {state.error === null ? (
          <Opening />
        ) : (
          <Retry error={state.error} onRetry={() => void state.run(open)} />
        )}
      </StepPage>
    );
  }
  if (!state.data.canComplete)
    return children({ byMail: state.data.byMail, onStarted: () => void state.run(find) });
  return (
    <Suspense fallback={<Opening />}>
      <CompleteRecovery onInvalid={() => setIsInvalid(true)} onForgotten={() => void state.run(find)} />
    </Suspense>
  );
}

function Opening() {
  const t = useT();
  return <Waiting>{t('common.loading')}</Waiting>;
}

function Invalid() {
  const t = useT();
  return (
    <StatePage
      tone="error"
      title={t('reset.link.invalid')}
      lead={t('reset.recovery.invalid')}
      to={paths.forgetPassword}
      action={t('reset.recovery.again')}
    />
  );
}
