import type { ComponentProps, ReactNode } from 'react';
import type { Journey } from '#journeys/journey.ts';
import { takeStep, useOpenNextPage } from '#journeys/run.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/button.tsx';
import { StepPage } from '#shared/ui/step-page.tsx';
import { PhoneText } from '#shared/ui/phone-text.tsx';
import { signupEvents, useSignup } from '#state/signup.ts';
import { JourneyNotice } from './journey-notice.tsx';
import { SmsCodeForm } from './sms-code-form.tsx';

export type CodePageProps = {
  journey: Journey;
  progress?: ReactNode;
};

type Props = CodePageProps & {
  /** Replaces the navigation to the next page after an accepted code. */
  onAccepted?: () => void;
};

export function ConfirmCode({ journey, progress, onAccepted }: Props) {
  const t = useT();
  const openNextPage = useOpenNextPage(journey);
  const resendPath = (journey.steps['newCode'] ?? journey.steps[journey.start])?.page;
  return (
    <EnterCode
      notice={
        <>
          {progress}
          <JourneyNotice />
        </>
      }
      resend={resendPath && <TextLink to={resendPath}>{t('otp.resend')}</TextLink>}
      onVerified={() => {
        const next = takeStep(journey, 'codeAccepted');
        if (onAccepted) onAccepted();
        else openNextPage(next);
      }}
      onUsedUp={(reason) => openNextPage(takeStep(journey, reason))}
      onOtherPhone={() => openNextPage(takeStep(journey, 'phoneChangeRequested'))}
    />
  );
}

type EnterCodeProps = Pick<ComponentProps<typeof SmsCodeForm>, 'resend' | 'onUsedUp' | 'onOtherPhone'> & {
  notice?: ReactNode;
  onVerified?: () => void;
};

/** Asks for the code that was sent to the phone of the flow. */
export function EnterCode({ notice, onVerified, ...form }: EnterCodeProps) {
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
