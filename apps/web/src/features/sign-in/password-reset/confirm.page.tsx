import { passwordResetJourney } from '#journeys/password-reset.ts';
import { paths } from '#navigation/paths.ts';
import { ConfirmCode } from '#features/sign-in/otp/confirm-code.tsx';

export function ForgetPasswordOtpPage() {
  return (
    <ConfirmCode
      journey={passwordResetJourney}
      page={paths.forgetPasswordOtp}
      resendPath={paths.forgetPasswordResend}
    />
  );
}
