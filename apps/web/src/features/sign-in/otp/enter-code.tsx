import { type ComponentProps, type ComponentType, type ReactNode, Suspense } from 'react';
import { neededPart } from '#navigation/lazy-part.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { hasOldPrefix } from '#shared/lib/phone/phone.ts';
import { StepPage } from '#shared/ui/page-title.tsx';
import { type FlowName, signupEvents, useSignup } from '#state/signup.ts';
import { requestCodeWith } from './request-code.ts';
import { SentTo } from './sent-to.tsx';
import { SmsCodeForm } from './sms-code-form.tsx';

// Loads only for a phone number in the format from before 2018.
const OldPhoneLead = neededPart(async () => {
  const [{ OldPhoneLead: Lead }] = await Promise.all([import('./old-phone-lead.tsx'), loadTexts('signUp')]);
  return { OldPhoneLead: Lead };
}, 'OldPhoneLead');

type Props = Pick<ComponentProps<typeof SmsCodeForm>, 'onUsedUp' | 'onOtherPhone'> & {
  purpose: FlowName;
  notice?: ReactNode;
  frame?: ComponentType<ComponentProps<typeof StepPage>> | undefined;
  onVerified?: () => void;
};

export function EnterCode({ purpose, notice, frame: Frame = StepPage, onVerified, ...form }: Props) {
  const t = useT();
  const phone = useSignup((state) => state.phone) ?? '';
  const { otpRequestId, codeDigits: digits, codeExpiresAt: expiresAt, resendAt } = useSignup();
  return (
    <Frame
      keepsFocus
      title={t('otp.title')}
      lead={
        hasOldPrefix(phone) ? (
          <Suspense>
            <OldPhoneLead phone={phone} digits={digits} expiresAt={expiresAt} />
          </Suspense>
        ) : (
          <SentTo phone={phone} digits={digits} expiresAt={expiresAt} />
        )
      }
      notice={notice}
    >
      <div>
        <SmsCodeForm
          code={{ otpRequestId, digits, expiresAt, resendAt }}
          submit={t('otp.submit')}
          onResend={async (captchaToken) => {
            const answer = await requestCodeWith(captchaToken, { phone, purpose });
            signupEvents.codeSent(answer, Date.now());
          }}
          onAccepted={(expiresIn) => {
            signupEvents.phoneVerified(expiresIn, Date.now());
            onVerified?.();
          }}
          {...form}
        />
      </div>
    </Frame>
  );
}
