import type { ReactNode } from 'react';
import * as v from 'valibot';
import { Form, useForm } from '#shared/forms/form.tsx';
import { captchaAnswer } from '#shared/forms/rules.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { SubmitButton } from '#shared/ui/button.tsx';
import { useSecondsLeft } from '#shared/ui/feedback/countdown.tsx';
import { PhoneText } from '#shared/ui/phone-text.tsx';
import { StepPage } from '#shared/ui/page-title.tsx';
import { type FlowName, useSignup } from '#state/signup.ts';
import { CaptchaField } from '#features/sign-in/captcha/captcha-field.tsx';
import { useCaptcha } from '#features/sign-in/captcha/use-captcha.ts';
import { requestCode } from './request-code.ts';

const schema = v.object({ captcha: captchaAnswer() });

type Props = {
  purpose: FlowName;
  notice?: ReactNode;
  onSent: (answer: Awaited<ReturnType<typeof requestCode>>) => void;
  children: ReactNode;
};

/** Requests another code for the phone of the flow. Each code requires a captcha. */
export function ResendPage({ purpose, notice, onSent, children }: Props) {
  const t = useT();
  const phone = useSignup((state) => state.phone) ?? '';
  const captcha = useCaptcha('otp');
  const isTooEarly = useSecondsLeft(useSignup((state) => state.resendAt)) > 0;
  const form = useForm({
    id: 'resend',
    schema,
    async onSubmit({ captcha: typed }) {
      onSent(await requestCode(captcha, typed, { phone, purpose }));
    },
  });
  return (
    <StepPage
      title={t('otp.resend.title')}
      lead={<PhoneText text={t('otp.resend.lead', { phone })} phone={phone} />}
      notice={notice}
    >
      <Form form={form}>
        <CaptchaField captcha={captcha} />
        {/* The countdown on the page shows when the button becomes available. */}
        <SubmitButton disabled={isTooEarly}>{t('otp.resend')}</SubmitButton>
      </Form>
      <div>{children}</div>
    </StepPage>
  );
}
