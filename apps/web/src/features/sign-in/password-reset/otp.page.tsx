import { passwordResetJourney } from '#journeys/password-reset.ts';
import { paths } from '#navigation/paths.ts';
import { ConfirmCode } from '#features/sign-in/otp/confirm-code.tsx';
import { ResendCode } from '#features/sign-in/otp/resend-code.tsx';

export function ForgetPasswordOtpPage() {
  return (
    <ConfirmCode
      journey={passwordResetJourney}
      page={paths.forgetPasswordOtp}
      resendPath={paths.forgetPasswordResend}
    />
  );
}

export function ForgetPasswordResendPage() {
  return <ResendCode journey={passwordResetJourney} page={paths.forgetPasswordResend} />;
}
