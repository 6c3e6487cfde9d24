import { passwordResetJourney } from '#journeys/password-reset.ts';
import { paths } from '#navigation/paths.ts';
import { ResendCode } from '#features/sign-in/otp/resend-code.tsx';

export function ForgetPasswordResendPage() {
  return <ResendCode journey={passwordResetJourney} page={paths.forgetPasswordResend} />;
}
