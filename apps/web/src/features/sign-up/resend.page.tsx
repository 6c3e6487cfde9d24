import { signUpJourney } from '#app/journeys/sign-up.ts';
import { paths } from '#app/paths.ts';
import { ResendCode } from '#features/otp/resend-code.tsx';
import { Progress } from './progress.tsx';

export function SignUpResendPage() {
  return <ResendCode journey={signUpJourney} page={paths.signUpResend} progress={<Progress step={2} />} />;
}
