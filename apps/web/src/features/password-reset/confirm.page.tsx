import { passwordResetJourney } from '#app/journeys/password-reset.ts';
import { paths } from '#app/paths.ts';
import { ConfirmCode } from '#features/otp/confirm-code.tsx';

export function ForgetPasswordOtpPage() {
  return (
    <ConfirmCode
      journey={passwordResetJourney}
      page={paths.forgetPasswordOtp}
      resendPath={paths.forgetPasswordResend}
    />
  );
}
