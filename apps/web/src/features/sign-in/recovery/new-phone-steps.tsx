import { useState } from 'react';
import * as v from 'valibot';
import { Form, useForm } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { captchaAnswer, phone } from '#shared/forms/rules.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { LinkButton, SubmitButton } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { PhoneField } from '#shared/ui/fields/text-field.tsx';
import { StepPage } from '#shared/ui/step-page.tsx';
import { PhoneText } from '#shared/ui/phone-text.tsx';
import { signupEvents, useSignup } from '#state/signup.ts';
import { CaptchaField } from '#features/sign-in/captcha/captcha-field.tsx';
import { useCaptcha } from '#features/sign-in/captcha/use-captcha.ts';
import { requestCode } from '#features/sign-in/otp/request-code.ts';
import { ResendForm } from '#features/sign-in/otp/resend-form.tsx';
import { OtherPhone, SmsCodeForm } from '#features/sign-in/otp/sms-code-form.tsx';

const phoneSchema = v.object({ phone: phone(), captcha: captchaAnswer() });

export function NewPhoneStep({ reason }: { reason: string | undefined }) {
  const t = useT();
  const captcha = useCaptcha('otp');
  const form = useForm({
    id: 'recovery-phone',
    schema: phoneSchema,
    async onSubmit(values) {
      const sent = await requestCode(captcha, values.captcha, { phone: values.phone, purpose: 'recovery' });
      signupEvents.flowStarted('recovery');
      signupEvents.detailsGiven({ phone: values.phone });
      signupEvents.codeSent(sent, Date.now());
    },
  });
  return (
    <StepPage
      title={t('reset.recovery.newPhone')}
      lead={t('reset.recovery.newPhone.lead')}
      notice={
        <div className="mt-4">
          <Alert text={reason} />
        </div>
      }
    >
      <Form focusesFirstField form={form}>
        <PhoneField label={t('common.phone')} hint={t('common.phone.hint')} />
        <CaptchaField captcha={captcha} />
        <SubmitButton>{t('auth.otp.submit')}</SubmitButton>
      </Form>
    </StepPage>
  );
}

type Restart = (reason?: string) => void;

export function NewPhoneCodeStep({ onRestart }: { onRestart: Restart }) {
  const [isResending, setIsResending] = useState(false);
  return isResending ? (
    <ResendCode onRestart={onRestart} onDone={() => setIsResending(false)} />
  ) : (
    <EnterCode onRestart={onRestart} onResend={() => setIsResending(true)} />
  );
}

/** Verifies the code. The proof is in a cookie that only the server reads. */
function EnterCode({ onRestart, onResend }: { onRestart: Restart; onResend: () => void }) {
  const t = useT();
  const {
    phone: newPhone,
    otpRequestId,
    codeDigits: digits,
    codeExpiresAt: expiresAt,
    resendAt,
  } = useSignup();
  return (
    <StepPage
      keepsFocus
      title={t('otp.title')}
      lead={<PhoneText text={t('otp.sentTo', { phone: newPhone ?? '', digits })} phone={newPhone ?? ''} />}
    >
      <div>
        <SmsCodeForm
          code={{ otpRequestId, digits, expiresAt, resendAt }}
          resend={<LinkButton onClick={onResend}>{t('otp.resend')}</LinkButton>}
          submit={t('otp.submit')}
          onAccepted={(expiresIn) => signupEvents.phoneVerified(expiresIn, Date.now())}
          onUsedUp={(reason) => onRestart(message(`otp.reason.${reason}`))}
          onOtherPhone={() => onRestart()}
        />
      </div>
    </StepPage>
  );
}

function ResendCode({ onRestart, onDone }: { onRestart: Restart; onDone: () => void }) {
  const t = useT();
  const newPhone = useSignup((state) => state.phone) ?? '';
  return (
    <StepPage
      title={t('otp.resend.title')}
      lead={<PhoneText text={t('otp.resend.lead', { phone: newPhone })} phone={newPhone} />}
    >
      <ResendForm
        purpose="recovery"
        onSent={(sent) => {
          signupEvents.codeSent(sent, Date.now());
          onDone();
        }}
      />
      <p className="text-center text-label">
        <LinkButton onClick={onDone}>{t('reset.recovery.enterCode')}</LinkButton>
      </p>
      <OtherPhone onClick={() => onRestart()} />
    </StepPage>
  );
}
