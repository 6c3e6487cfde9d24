import { useState } from 'react';
import * as v from 'valibot';
import { paths } from '#navigation/paths.ts';
import { api } from '#shared/api/api.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { email } from '#shared/forms/name-rule.ts';
import { captchaAnswer, phone } from '#shared/forms/rules.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { SubmitButton } from '#shared/ui/controls/button.tsx';
import { StatePage } from '#shared/ui/feedback/state-mark.tsx';
import { PhoneField, TextField } from '#shared/ui/fields/text-field.tsx';
import { StepPage } from '#shared/ui/page-title.tsx';
import { CaptchaField } from '#features/sign-in/captcha/captcha-field.tsx';
import { useCaptcha } from '#features/sign-in/captcha/use-captcha.ts';
import { recoveryWaitMs, WaitingSteps } from './recovery-steps.tsx';
import { OtherWays } from './other-ways.tsx';

const schema = v.object({ phone: phone(), email: email(), captcha: captchaAnswer() });

/**
 * Requests a recovery link by mail, which is sent after 72 hours. The response is the same whether or not the account
 * exists.
 */
export function StartByMail() {
  const t = useT();
  const captcha = useCaptcha('check');
  const [ifNow] = useState(() => Date.now() + recoveryWaitMs);
  const [readyAt, setReadyAt] = useState<number | null>(null);
  const form = useForm({
    id: 'recovery',
    schema,
    async onSubmit({ captcha: answer, ...values }) {
      await captcha.spend(answer, (captchaToken) =>
        api.post('/vid/ajax/auth/recovery/start', { body: { ...values, captchaToken } }),
      );
      setReadyAt(Date.now() + recoveryWaitMs);
    },
  });
  if (readyAt !== null) {
    return (
      <StatePage
        tone="success"
        title={t('reset.recovery.sent')}
        lead={t('reset.recovery.sent.text')}
        to={paths.signIn}
        action={t('reset.toSignIn')}
      >
        <WaitingSteps by="mail" readyAt={readyAt} isRequested />
      </StatePage>
    );
  }
  return (
    <StepPage
      title={t('reset.recovery.title')}
      lead={t('reset.recovery.byMail.lead', { time: formatDateTime(ifNow) })}
    >
      <Form focusesFirstField form={form}>
        <PhoneField label={t('reset.recovery.oldPhone')} />
        <TextField
          name="email"
          type="email"
          label={t('reset.recovery.email')}
          autoComplete="email"
          enterKeyHint="done"
          maxLength={320}
          dir="ltr"
        />
        <CaptchaField captcha={captcha} />
        <SubmitButton>{t('reset.recovery.send')}</SubmitButton>
      </Form>
      <OtherWays other="reset.recovery.useCode" to={paths.recoveryByCode}>
        <WaitingSteps by="mail" readyAt={ifNow} />
      </OtherWays>
    </StepPage>
  );
}
