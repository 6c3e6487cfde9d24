import { signUpJourney } from '#journeys/sign-up.ts';
import { paths } from '#navigation/paths.ts';
import { ResendCode } from '#features/sign-in/otp/resend-code.tsx';
import { Progress } from './progress.tsx';

export function SignUpResendPage() {
  return <ResendCode journey={signUpJourney} page={paths.signUpResend} progress={<Progress step={2} />} />;
}
