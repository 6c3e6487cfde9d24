import { useState } from 'react';
import * as v from 'valibot';
import { paths } from '#navigation/paths.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { captchaAnswer, phone, required } from '#shared/forms/rules.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { SubmitButton } from '#shared/ui/controls/button.tsx';
import { StatePage } from '#shared/ui/feedback/state-mark.tsx';
import { PasswordField } from '#shared/ui/fields/password-field.tsx';
import { RecoveryCodeField } from '#features/sign-in/two-step/recovery-code-field.tsx';
import { PhoneField } from '#shared/ui/fields/text-field.tsx';
import { StepPage } from '#shared/ui/page-title.tsx';
import { CaptchaField } from '#features/sign-in/captcha/captcha-field.tsx';
import { useCaptcha } from '#features/sign-in/captcha/use-captcha.ts';
import { DatedSteps } from '#shared/ui/display/dated-steps.tsx';
import { recoveryWaitMs, WaitingSteps } from './recovery-steps.tsx';
import { OtherWays } from './other-ways.tsx';

const schema = v.object({
  phone: phone(),
  recoveryCode: required(),
  password: v.string(),
  captcha: captchaAnswer(),
});

type Props = {
  byMail: boolean;
  onStarted: () => void;
};

/**
 * Starts a recovery with a recovery code, or continues it after its waiting time. A member who also knows the password
 * need not wait.
 */
export function StartByCode({ byMail, onStarted }: Props) {
  const t = useT();
  const captcha = useCaptcha('check');
  const [ifNow] = useState(() => Date.now() + recoveryWaitMs);
  const [readyAt, setReadyAt] = useState<string | null>(null);
  const form = useForm({
    id: 'recovery-code',
    schema,
    async onSubmit({ captcha: answer, password, ...values }) {
      try {
        const started = await captcha.spend(answer, (captchaToken) =>
          api.post('/vid/ajax/auth/recovery/start-by-code', {
            body: { ...values, captchaToken, ...(password !== '' && { password }) },
          }),
        );
        if (started.readyAt === null) onStarted();
        else setReadyAt(started.readyAt);
      } catch (error) {
        if (failedWith(error, 'RECOVERY_CODE_INVALID'))
          throw new FieldRefusal('recoveryCode', error.message, error);
        if (failedWith(error, 'CURRENT_PASSWORD_WRONG'))
          throw new FieldRefusal('password', message('reset.recovery.passwordWrong'), error);
        if (failedWith(error, 'OTP_REQUIRED'))
          throw new FieldRefusal('password', message('reset.recovery.passwordBlocked'), error);
        throw error;
      }
    },
  });
  if (readyAt !== null) {
    return (
      <StatePage
        tone="success"
        title={t('reset.recovery.comeBack', { time: formatDateTime(readyAt) })}
        lead={t('reset.recovery.comeBack.lead')}
        to={paths.signIn}
        action={t('reset.toSignIn')}
      >
        <DatedSteps
          steps={(['forgot', 'lostPhone', 'sameCode'] as const).map((step) => ({
            when: t(`reset.recovery.comeBack.${step}`),
          }))}
        />
      </StatePage>
    );
  }
  return (
    <StepPage
      title={t('reset.recovery.title')}
      lead={t('reset.recovery.byCode.lead', { time: formatDateTime(ifNow) })}
    >
      <Form focusesFirstField form={form}>
        <PhoneField label={t('reset.recovery.oldPhone')} />
        <RecoveryCodeField
          label={t('reset.recovery.code')}
          hint={t('reset.recovery.code.hint')}
          enterKeyHint="next"
        />
        <PasswordField
          name="password"
          label={t('reset.recovery.password')}
          hint={t('reset.recovery.password.hint')}
          enterKeyHint="done"
        />
        <CaptchaField captcha={captcha} />
        <SubmitButton>{t('reset.recovery.next')}</SubmitButton>
      </Form>
      <OtherWays other="reset.recovery.useMail" to={byMail ? paths.recovery : undefined}>
        <WaitingSteps by="code" readyAt={ifNow} />
      </OtherWays>
    </StepPage>
  );
}
