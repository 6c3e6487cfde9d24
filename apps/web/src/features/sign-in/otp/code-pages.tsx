import type { ReactNode } from 'react';
import { inJourney } from '#journeys/in-journey.tsx';
import type { Journey } from '#journeys/journey.ts';
import { passwordResetJourney } from '#journeys/password-reset.ts';
import { codeSent, takeStep, useOpenNextPage } from '#journeys/run.ts';
import { signUpJourney } from '#journeys/sign-up.ts';
import { socialSignUpJourney } from '#journeys/social-sign-up.ts';
import { useSignup } from '#state/signup.ts';
import { Progress } from '#features/sign-in/sign-up/progress.tsx';
import { type CodePageProps, ConfirmCode } from './confirm-code.tsx';
import { JourneyNotice } from './journey-notice.tsx';
import { ResendPage } from './resend-page.tsx';
import { ResendCountdown } from './resend-countdown.tsx';
import { OtherPhone } from './sms-code-form.tsx';

function ResendCode({ journey, progress }: CodePageProps) {
  const openNextPage = useOpenNextPage(journey);
  const resendAt = useSignup((state) => state.resendAt);
  return (
    <ResendPage
      purpose={journey.flow}
      notice={
        <>
          {progress}
          <JourneyNotice />
        </>
      }
      onSent={(answer) => openNextPage(codeSent(journey, answer))}
    >
      <ResendCountdown resendAt={resendAt} />
      <OtherPhone onClick={() => openNextPage(takeStep(journey, 'phoneChangeRequested'))} />
    </ResendPage>
  );
}

const progress = <Progress step={2} />;

const confirmPage = (journey: Journey, shown: ReactNode) =>
  inJourney(journey, () => <ConfirmCode journey={journey} progress={shown} />);
const resendPage = (journey: Journey, shown: ReactNode) =>
  inJourney(journey, () => <ResendCode journey={journey} progress={shown} />);

export const SignUpConfirmPage = confirmPage(signUpJourney, progress);
export const SignUpResendPage = resendPage(signUpJourney, progress);
export const SocialConfirmPage = confirmPage(socialSignUpJourney, progress);
export const SocialResendPage = resendPage(socialSignUpJourney, progress);
export const ForgetPasswordOtpPage = confirmPage(passwordResetJourney, null);
export const ForgetPasswordResendPage = resendPage(passwordResetJourney, null);
