import { webClientId } from '@vid/contract/limits';
import { useMemo, useState } from 'react';
import * as v from 'valibot';
import { basePath, paths } from '#navigation/paths.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { Form } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { captchaAnswer, otpCode, phone } from '#shared/forms/rules.ts';
import { useForm } from '#shared/forms/use-form.ts';
import { Rich } from '#shared/i18n/rich.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { randomId } from '#shared/lib/random-id.ts';
import { LinkButton, SubmitButton } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { notify } from '#shared/ui/feedback/notify.ts';
import { OtpField } from '#shared/ui/fields/otp-field.tsx';
import { PhoneField } from '#shared/ui/fields/text-field.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { readSignup, signupEvents } from '#state/signup.ts';
import { CaptchaField } from '#features/sign-in/captcha/captcha-field.tsx';
import { useCaptcha } from '#features/sign-in/captcha/use-captcha.ts';
import { NeverAsked, ResendCountdown, ShownPhone } from '#features/sign-in/otp/code-page.tsx';
import { requestCode } from '#features/sign-in/otp/request-code.ts';

const action = `${basePath}${paths.recovery}`;

const phoneSchema = v.object({ phone: phone(), captcha: captchaAnswer() });
const resendSchema = v.object({ captcha: captchaAnswer() });

/** Sends a code to the new number. */
export function NewPhoneStep({ reason }: { reason: string | undefined }) {
  const t = useT();
  const captcha = useCaptcha('otp');
  const form = useForm({
    id: 'recovery-phone',
    schema: phoneSchema,
    async onSubmit(values) {
      const sent = await captcha.spend(values.captcha, (captchaToken) =>
        requestCode({ phone: values.phone, purpose: 'recovery', captchaToken }),
      );
      signupEvents.flowStarted('recovery');
      signupEvents.detailsGiven({ phone: values.phone });
      signupEvents.codeSent(sent, Date.now());
    },
  });
  return (
    <>
      <PageTitle title={t('reset.recovery.newPhone')} lead={t('reset.recovery.newPhone.lead')} />
      <div className="mt-4">
        <Alert text={reason} />
      </div>
      <div className="mt-6">
        <Form focusesFirstField form={form} action={action}>
          <PhoneField label={t('common.phone')} hint={t('common.phone.hint')} />
          <CaptchaField captcha={captcha} />
          <SubmitButton>{t('reset.submit')}</SubmitButton>
        </Form>
      </div>
    </>
  );
}

type Restart = (reason?: string) => void;

/** Verifies the code sent to the new number, and sends another on request. */
export function NewPhoneCodeStep({ onRestart }: { onRestart: Restart }) {
  const [isResending, setIsResending] = useState(false);
  return isResending ? (
    <ResendCode onRestart={onRestart} onDone={() => setIsResending(false)} />
  ) : (
    <EnterCode onRestart={onRestart} onResend={() => setIsResending(true)} />
  );
}

/** The verification is in a cookie that only the server reads. */
function EnterCode({ onRestart, onResend }: { onRestart: Restart; onResend: () => void }) {
  const t = useT();
  const [{ phone: newPhone, otpRequestId, codeExpiresAt, codeDigits: digits }] = useState(readSignup);
  const schema = useMemo(() => v.object({ otpValue: otpCode(digits) }), [digits]);
  const form = useForm({
    id: 'recovery-otp',
    schema,
    async onSubmit({ otpValue }) {
      try {
        const { expiresIn } = await api.post('/vid/gateway/otp/validate', {
          body: { clientId: webClientId, otpValue, otpRequestId: otpRequestId ?? '' },
          isRepeatable: true,
          idempotencyKey: randomId(),
        });
        signupEvents.phoneVerified(expiresIn, Date.now());
        // "A new code was sent" must not cover the next step.
        notify.dismissSuccesses();
      } catch (error) {
        if (failedWith(error, 'OTP_LOCKED')) onRestart(message('otp.reason.codeLocked'));
        else if (!failedWith(error, 'OTP_INVALID')) throw error;
        else if (Date.now() >= codeExpiresAt) onRestart(message('otp.reason.codeExpired'));
        else if (error.attemptsLeft === 0) onRestart(message('otp.reason.codeLocked'));
        else {
          const { attemptsLeft } = error;
          const text =
            attemptsLeft === null ? error.message : message('otp.wrongTriesLeft', { count: attemptsLeft });
          throw new FieldRefusal('otpValue', text, error);
        }
      }
    },
  });
  return (
    <>
      <PageTitle
        keepsFocus
        title={t('otp.title')}
        lead={
          <Rich
            text={t('otp.sentTo', { phone: newPhone ?? '', digits })}
            parts={{ phone: <ShownPhone phone={newPhone ?? ''} /> }}
          />
        }
      />
      <div className="mt-6">
        <Form form={form} action={action}>
          <OtpField length={digits} label={t('otp.label')} onComplete={() => form.submit()} />
          <SubmitButton>{t('otp.submit')}</SubmitButton>
        </Form>
      </div>
      <NeverAsked />
      <ResendCountdown
        offer={
          <>
            {t('otp.notReceived')} <LinkButton onClick={onResend}>{t('otp.resend')}</LinkButton>
          </>
        }
      />
      <OtherPhone onRestart={onRestart} />
    </>
  );
}

/** Each code requires a captcha. */
function ResendCode({ onRestart, onDone }: { onRestart: Restart; onDone: () => void }) {
  const t = useT();
  const [{ phone: newPhone }] = useState(readSignup);
  const captcha = useCaptcha('otp');
  const form = useForm({
    id: 'recovery-resend',
    schema: resendSchema,
    async onSubmit(values) {
      const sent = await captcha.spend(values.captcha, (captchaToken) =>
        requestCode({ phone: newPhone ?? '', purpose: 'recovery', captchaToken }),
      );
      notify.success(message('otp.resent'));
      signupEvents.codeSent(sent, Date.now());
      onDone();
    },
  });
  return (
    <>
      <PageTitle
        title={t('otp.resend.title')}
        lead={
          <Rich
            text={t('otp.resend.lead', { phone: newPhone ?? '' })}
            parts={{ phone: <ShownPhone phone={newPhone ?? ''} /> }}
          />
        }
      />
      <div className="mt-6">
        <Form form={form} action={action}>
          <CaptchaField captcha={captcha} />
          <SubmitButton>{t('otp.resend')}</SubmitButton>
        </Form>
      </div>
      <p className="mt-4 text-center text-label">
        <LinkButton onClick={onDone}>{t('reset.recovery.enterCode')}</LinkButton>
      </p>
      <OtherPhone onRestart={onRestart} />
    </>
  );
}

function OtherPhone({ onRestart }: { onRestart: Restart }) {
  const t = useT();
  return (
    <p className="mt-2 text-center text-label">
      <LinkButton onClick={() => onRestart()}>{t('otp.changePhone')}</LinkButton>
    </p>
  );
}
