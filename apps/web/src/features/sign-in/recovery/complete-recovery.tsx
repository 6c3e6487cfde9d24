import { useState } from 'react';
import { paths } from '#navigation/paths.ts';
import { failedWith, shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useLoad } from '#shared/hooks/use-call.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, ButtonLink } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Spinner } from '#shared/ui/feedback/spinner.tsx';
import { StateMark } from '#shared/ui/feedback/state-mark.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { NewPasswordStep } from './new-password-step.tsx';
import { NewPhoneCodeStep, NewPhoneStep, type SentCode } from './new-phone-steps.tsx';

type Step =
  /** `reason` says why the step is shown again. */
  | { at: 'phone'; reason?: string }
  | { at: 'code'; sent: SentCode }
  | { at: 'password'; phone: string }
  | { at: 'done' }
  | { at: 'invalid' };

/** Sets a new phone and password with the secret of a link or the token that a recovery code gave. */
export function CompleteRecovery({ token, isLink }: { token: string; isLink: boolean }) {
  const t = useT();
  const [step, setStep] = useState<Step>({ at: 'phone' });
  const restart = (reason?: string) => setStep({ at: 'phone', ...(reason !== undefined && { reason }) });
  switch (step.at) {
    case 'phone': {
      const form = <NewPhoneStep reason={step.reason} onSent={(sent) => setStep({ at: 'code', sent })} />;
      return isLink ? <CheckedLink token={token}>{form}</CheckedLink> : form;
    }
    case 'code':
      return (
        <NewPhoneCodeStep
          sent={step.sent}
          onVerified={() => setStep({ at: 'password', phone: step.sent.phone })}
          onRestart={restart}
        />
      );
    case 'password':
      return (
        <NewPasswordStep
          token={token}
          phone={step.phone}
          onDone={() => setStep({ at: 'done' })}
          onInvalid={() => setStep({ at: 'invalid' })}
          onRestart={restart}
        />
      );
    case 'done':
      return (
        <>
          <StateMark tone="success" />
          <PageTitle className="mt-6" title={t('reset.recovery.done')} lead={t('reset.recovery.done.text')} />
          <ButtonLink isWide className="mt-6" to={paths.signIn}>
            {t('reset.toSignIn')}
          </ButtonLink>
        </>
      );
    default:
      return <Invalid />;
  }
}

/** Checks a link before the member types anything. */
function CheckedLink({ token, children }: { token: string; children: React.ReactNode }) {
  const t = useT();
  const load = () => api.post('/vid/ajax/auth/recovery/check', { body: { recoveryToken: token } });
  const check = useLoad(load);
  if (check.data !== null) return children;
  if (failedWith(check.error, 'RECOVERY_LINK_INVALID')) return <Invalid />;
  return (
    <>
      <PageTitle title={t('reset.recovery.title')} />
      <div className="mt-6 grid gap-4">
        <Alert text={check.error === null ? undefined : shownMessage(check.error)} />
        {check.error === null ? (
          <output className="flex items-center gap-3 text-muted">
            <Spinner className="text-brand" />
            {t('reset.recovery.checking')}
          </output>
        ) : (
          <Button isWide isBusy={check.isPending} onClick={() => void check.run(load)}>
            {t('common.retry')}
          </Button>
        )}
      </div>
    </>
  );
}

function Invalid() {
  const t = useT();
  return (
    <>
      <StateMark tone="error" />
      <PageTitle className="mt-6" title={t('reset.link.invalid')} lead={t('reset.recovery.invalid')} />
      <ButtonLink isWide className="mt-6" to={paths.forgetPassword}>
        {t('reset.recovery.again')}
      </ButtonLink>
    </>
  );
}
