import type { ComponentProps, ReactNode } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { StepPage } from '#shared/ui/page-title.tsx';
import { PhoneText } from '#shared/ui/phone-text.tsx';
import { type FlowName, signupEvents, useSignup } from '#state/signup.ts';
import { requestCodeWith } from './request-code.ts';
import { SmsCodeForm } from './sms-code-form.tsx';

type Props = Pick<ComponentProps<typeof SmsCodeForm>, 'onUsedUp' | 'onOtherPhone'> & {
  purpose: FlowName;
  notice?: ReactNode;
  onVerified?: () => void;
};

/** Asks for the code that was sent to the phone of the flow. */
export function EnterCode({ purpose, notice, onVerified, ...form }: Props) {
  const t = useT();
  const { phone, otpRequestId, codeDigits: digits, codeExpiresAt: expiresAt, resendAt } = useSignup();
  return (
    <StepPage
      keepsFocus
      title={t('otp.title')}
      lead={<PhoneText text={t('otp.sentTo', { phone: phone ?? '', digits })} phone={phone ?? ''} />}
      notice={notice}
    >
      <div>
        <SmsCodeForm
          code={{ otpRequestId, digits, expiresAt, resendAt }}
          submit={t('otp.submit')}
          onResend={async (captchaToken) => {
            const answer = await requestCodeWith(captchaToken, { phone: phone ?? '', purpose });
            signupEvents.codeSent(answer, Date.now());
          }}
          onAccepted={(expiresIn) => {
            signupEvents.phoneVerified(expiresIn, Date.now());
            onVerified?.();
          }}
          {...form}
        />
      </div>
    </StepPage>
  );
}
