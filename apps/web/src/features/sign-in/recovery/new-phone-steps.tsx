import * as v from 'valibot';
import { Form, useForm } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { captchaAnswer, phone } from '#shared/forms/rules.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { SubmitButton } from '#shared/ui/controls/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { PhoneField } from '#shared/ui/fields/text-field.tsx';
import { StepPage } from '#shared/ui/page-title.tsx';
import { signupEvents } from '#state/signup.ts';
import { CaptchaField } from '#features/sign-in/captcha/captcha-field.tsx';
import { useCaptcha } from '#features/sign-in/captcha/use-captcha.ts';
import { requestCode } from '#features/sign-in/otp/request-code.ts';
import { EnterCode } from '#features/sign-in/otp/enter-code.tsx';

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

export function NewPhoneCodeStep({ onRestart }: { onRestart: (reason?: string) => void }) {
  return (
    <EnterCode
      purpose="recovery"
      onUsedUp={(reason) => onRestart(message(`otp.reason.${reason}`))}
      onOtherPhone={() => onRestart()}
    />
  );
}
