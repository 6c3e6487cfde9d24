import { passwordResetJourney } from '#app/journeys/password-reset.ts';
import { paths } from '#app/paths.ts';
import { ResendCode } from '#features/otp/resend-code.tsx';

export function ForgetPasswordResendPage() {
  return <ResendCode journey={passwordResetJourney} page={paths.forgetPasswordResend} />;
}
