import type { ReactNode } from 'react';
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
  const { phone, otpRequestId, codeDigits: digits, codeExpiresAt: expiresAt, resendAt } = useSignup();
  const resendPath = (journey.steps['newCode'] ?? journey.steps[journey.start])?.page;
  return (
    <StepPage
      keepsFocus
      title={t('otp.title')}
      lead={<PhoneText text={t('otp.sentTo', { phone: phone ?? '', digits })} phone={phone ?? ''} />}
      notice={
        <>
          {progress}
          <JourneyNotice />
        </>
      }
    >
      <div>
        <SmsCodeForm
          code={{ otpRequestId, digits, expiresAt, resendAt }}
          resend={resendPath && <TextLink to={resendPath}>{t('otp.resend')}</TextLink>}
          submit={t('otp.submit')}
          onAccepted={(expiresIn) => {
            signupEvents.phoneVerified(expiresIn, Date.now());
            const next = takeStep(journey, 'codeAccepted');
            if (onAccepted) onAccepted();
            else openNextPage(next);
          }}
          onUsedUp={(reason) => openNextPage(takeStep(journey, reason))}
          onOtherPhone={() => openNextPage(takeStep(journey, 'phoneChangeRequested'))}
        />
      </div>
    </StepPage>
  );
}
