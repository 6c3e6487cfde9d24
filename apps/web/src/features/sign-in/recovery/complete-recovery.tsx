import { useEffect, useState } from 'react';
import { neededPart } from '#navigation/lazy-part.ts';
import { paths } from '#navigation/paths.ts';
import { shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { message } from '#shared/forms/message.ts';
import { useCall } from '#shared/hooks/use-call.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { LinkButton } from '#shared/ui/controls/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { StatePage } from '#shared/ui/feedback/state-mark.tsx';
import { readSignup, signupEvents, useSignup, type SignupState } from '#state/signup.ts';
import { RemovalSteps } from './recovery-steps.tsx';
import { NewPhoneCodeStep, NewPhoneStep } from './new-phone-steps.tsx';

// The last step loads after the code, so that the first step opens sooner.
const NewPasswordStep = neededPart(() => import('./new-password-step.tsx'), 'NewPasswordStep');

/** Returns the step from the state in this tab, so that a reload shows the same step. */
function stepOf({ flow, phone, otpRequestId, verifiedUntil }: SignupState): 'phone' | 'code' | 'password' {
  if (flow !== 'recovery' || phone === null) return 'phone';
  if (verifiedUntil > 0) return 'password';
  return otpRequestId === null ? 'phone' : 'code';
}

/** Returns the reason why the stored step has expired; undefined if it has not. */
function findExpiry(): string | undefined {
  const { codeExpiresAt, verifiedUntil } = readSignup();
  const step = stepOf(readSignup());
  if (step === 'code' && codeExpiresAt <= Date.now()) return message('otp.reason.codeExpired');
  if (step === 'password' && verifiedUntil <= Date.now()) return message('otp.reason.verificationExpired');
  return undefined;
}

type Props = {
  /** Called if the recovery was completed elsewhere, was stopped or has expired. */
  onInvalid: () => void;
  /** Called if this browser no longer has the token. */
  onForgotten: () => void;
};

/** Sets a new phone and password. The token that allows it is in a cookie that only the server reads. */
export function CompleteRecovery({ onInvalid, onForgotten }: Props) {
  const t = useT();
  const step = useSignup(stepOf);
  const [expiry] = useState(findExpiry);
  const [reason, setReason] = useState(expiry);
  const [isDone, setIsDone] = useState(false);
  const forgetting = useCall<void>();
  const restart = (why?: string) => {
    setReason(why);
    signupEvents.proofLost();
  };
  // Removes the expired proof from the store.
  useEffect(() => {
    if (expiry !== undefined) signupEvents.proofLost();
  }, [expiry]);
  if (isDone) {
    return (
      <StatePage
        tone="success"
        title={t('reset.recovery.done')}
        lead={t('reset.recovery.done.text')}
        to={paths.signIn}
        action={t('reset.toSignIn')}
      >
        <RemovalSteps isDone />
      </StatePage>
    );
  }
  const forget = () =>
    forgetting.run(async () => {
      await api.delete('/vid/ajax/auth/recovery');
      signupEvents.flowEnded();
      onForgotten();
    });
  return (
    <>
      {step === 'phone' && <NewPhoneStep reason={reason} />}
      {step === 'code' && <NewPhoneCodeStep onRestart={restart} />}
      {step === 'password' && (
        <NewPasswordStep
          onDone={() => {
            setIsDone(true);
            signupEvents.flowEnded();
          }}
          onInvalid={onInvalid}
          onRestart={restart}
        />
      )}
      <div className="mt-6 grid gap-4 text-center text-label">
        <Alert text={forgetting.error === null ? undefined : shownMessage(forgetting.error)} />
        <LinkButton className="mx-auto" onClick={() => void forget()} text="reset.recovery.forget" />
      </div>
    </>
  );
}
