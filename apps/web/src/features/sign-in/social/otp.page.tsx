import { socialSignUpJourney } from '#journeys/social-sign-up.ts';
import { paths } from '#navigation/paths.ts';
import { ConfirmCode } from '#features/sign-in/otp/confirm-code.tsx';
import { ResendCode } from '#features/sign-in/otp/resend-code.tsx';
import { Progress } from '#features/sign-in/sign-up/progress.tsx';

export function ConfirmOtpPage() {
  return (
    <ConfirmCode
      journey={socialSignUpJourney}
      page={paths.signUpOauthConfirmOtp}
      resendPath={paths.signUpOauthResend}
      progress={<Progress step={2} />}
    />
  );
}

export function ResendOtpPage() {
  return (
    <ResendCode
      journey={socialSignUpJourney}
      page={paths.signUpOauthResend}
      progress={<Progress step={2} />}
    />
  );
}
