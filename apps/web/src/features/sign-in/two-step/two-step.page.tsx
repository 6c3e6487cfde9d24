import { rememberDays } from '@vid/contract/limits';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import * as v from 'valibot';
import { paths } from '#navigation/paths.ts';
import { findSessionOf } from '#session/find-session.ts';
import { sessionStarted } from '#session/session.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { optionalCheckbox, required } from '#shared/forms/rules.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { isRecord } from '#shared/lib/is-record.ts';
import { ButtonLink, LinkButton, SubmitButton, TextLink } from '#shared/ui/controls/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Checkbox } from '#shared/ui/fields/checkbox.tsx';
import { StepPage } from '#shared/ui/page-title.tsx';
import { useAuth } from '#state/auth.ts';
import { CodeForm, wrongCode } from '#features/sign-in/otp/code-form.tsx';
import { useOwnerLock } from '#features/sign-in/two-step/use-sign-in-outcome.ts';
import { RecoveryCodeField } from '#features/sign-in/two-step/recovery-code-field.tsx';

/** The server reads the token from its cookie, so the request contains only a placeholder. */
const mfaToken = 'cookie';

export function TwoStepPage() {
  const { state }: { state: unknown } = useLocation();
  const [isOver, setIsOver] = useState(false);
  const [method, setMethod] = useState<'app' | 'recovery'>('app');
  const isDemanded = isRecord(state) && typeof state['mayRememberDevice'] === 'boolean';
  if (!isDemanded) return <Navigate replace to={paths.signIn} state={{ reason: 'startFirst' }} />;
  if (isOver) return <Expired />;
  const props = { mayRememberDevice: state['mayRememberDevice'] === true, onOver: () => setIsOver(true) };
  return method === 'app' ? (
    <AppCode {...props} onOther={() => setMethod('recovery')} />
  ) : (
    <RecoveryCode {...props} onOther={() => setMethod('app')} />
  );
}

type StepProps = {
  mayRememberDevice: boolean;
  /** Called if the second step has expired or no attempts are left. */
  onOver: () => void;
  onOther: () => void;
};

type Typed = { code: string } | { recoveryCode: string };

function useCompleteSignIn(onOver: () => void) {
  const phone = useAuth((state) => state.phone);
  const openLock = useOwnerLock();
  return async (typed: Typed, rememberDevice: boolean): Promise<void> => {
    try {
      const body = { mfaToken, ...typed, rememberDevice };
      sessionStarted(await api.post('/vid/ajax/auth/login/two-step', { body, flags: { ignore401: true } }));
    } catch (error) {
      if (openLock(error)) return;
      if (failedWith(error, 'TWO_STEP_CODE_INVALID') && error.attemptsLeft === 0) {
        onOver();
        return;
      }
      if (!failedWith(error, 'MFA_TOKEN_INVALID')) throw error;
      // An earlier response may have broken off after its cookies arrived, so look for the session that they belong to.
      const existing = phone === null ? null : await findSessionOf(phone);
      if (existing === null) onOver();
      else sessionStarted(existing);
    }
  };
}

function AppCode({ mayRememberDevice, onOver, onOther }: StepProps) {
  const t = useT();
  const complete = useCompleteSignIn(onOver);
  return (
    <StepPage keepsFocus title={t('twoStep.title')} lead={t('twoStep.lead')}>
      <CodeForm
        from="app"
        label={t('twoStep.code')}
        onCode={(code, { remember }) => complete({ code }, remember)}
      >
        <RememberDevice isShown={mayRememberDevice} />
        <SubmitButton>{t('twoStep.submit')}</SubmitButton>
      </CodeForm>
      <OtherWays>
        <LinkButton onClick={onOther}>{t('twoStep.useRecovery')}</LinkButton>
      </OtherWays>
    </StepPage>
  );
}

const recoverySchema = v.object({
  recoveryCode: required(),
  remember: v.fallback(optionalCheckbox(), false),
});

function RecoveryCode({ mayRememberDevice, onOver, onOther }: StepProps) {
  const t = useT();
  const complete = useCompleteSignIn(onOver);
  const form = useForm({
    id: 'recovery',
    schema: recoverySchema,
    async onSubmit({ recoveryCode, remember }) {
      try {
        await complete({ recoveryCode }, remember);
      } catch (error) {
        throw wrongCode('recoveryCode', 'twoStep.wrongTriesLeft', error);
      }
    },
  });
  return (
    <StepPage keepsFocus title={t('twoStep.recovery.title')} lead={t('twoStep.recovery.lead')}>
      <Form focusesFirstField form={form}>
        <RecoveryCodeField
          label={t('twoStep.recovery.code')}
          hint={t('twoStep.recovery.hint')}
          enterKeyHint="done"
        />
        <RememberDevice isShown={mayRememberDevice} />
        <SubmitButton>{t('twoStep.submit')}</SubmitButton>
      </Form>
      <OtherWays>
        <LinkButton onClick={onOther}>{t('twoStep.useApp')}</LinkButton>
        <TextLink isPlain to={paths.recovery} text="twoStep.noCodes" />
      </OtherWays>
    </StepPage>
  );
}

function RememberDevice({ isShown }: { isShown: boolean }) {
  const t = useT();
  return isShown ? <Checkbox name="remember" label={t('twoStep.remember', { days: rememberDays })} /> : null;
}

function OtherWays({ children }: { children: React.ReactNode }) {
  return (
    <div className="mt-2 grid justify-items-center gap-3 text-center text-label">
      {children}
      <TextLink isPlain to={paths.signIn} text="twoStep.otherAccount" />
    </div>
  );
}

function Expired() {
  const t = useT();
  return (
    <StepPage title={t('twoStep.title')}>
      <Alert text={t('twoStep.over')} />
      <ButtonLink isWide to={paths.signIn} text="twoStep.signInAgain" />
    </StepPage>
  );
}
