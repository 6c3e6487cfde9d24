import { passwordResetJourney } from '#journeys/password-reset.ts';
import { codeSent, takeStep, useOpenNextPage } from '#journeys/run.ts';
import { signUpJourney } from '#journeys/sign-up.ts';
import { socialSignUpJourney } from '#journeys/social-sign-up.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { PhoneText } from '#shared/ui/phone-text.tsx';
import { useSignup } from '#state/signup.ts';
import { Progress } from '#features/sign-in/sign-up/progress.tsx';
import { type CodePageProps, ConfirmCode } from './confirm-code.tsx';
import { JourneyNotice } from './journey-notice.tsx';
import { ResendForm } from './resend-form.tsx';
import { OtherPhone, ResendCountdown } from './sms-code-form.tsx';

function ResendCode({ journey, progress }: CodePageProps) {
  const t = useT();
  const openNextPage = useOpenNextPage(journey);
  const phone = useSignup((state) => state.phone) ?? '';
  const resendAt = useSignup((state) => state.resendAt);
  return (
    <>
      <PageTitle
        title={t('otp.resend.title')}
        lead={<PhoneText text={t('otp.resend.lead', { phone })} phone={phone} />}
      />
      {progress}
      <JourneyNotice />
      <div className="mt-6">
        <ResendForm purpose={journey.flow} onSent={(answer) => openNextPage(codeSent(journey, answer))} />
      </div>
      <ResendCountdown resendAt={resendAt} />
      <OtherPhone onClick={() => openNextPage(takeStep(journey, 'phoneChangeRequested'))} />
    </>
  );
}

const progress = <Progress step={2} />;

export const SignUpConfirmPage = () => <ConfirmCode journey={signUpJourney} progress={progress} />;
export const SignUpResendPage = () => <ResendCode journey={signUpJourney} progress={progress} />;
export const SocialConfirmPage = () => <ConfirmCode journey={socialSignUpJourney} progress={progress} />;
export const SocialResendPage = () => <ResendCode journey={socialSignUpJourney} progress={progress} />;
export const ForgetPasswordOtpPage = () => <ConfirmCode journey={passwordResetJourney} />;
export const ForgetPasswordResendPage = () => <ResendCode journey={passwordResetJourney} />;
