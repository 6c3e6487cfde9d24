import { signUpJourney } from '../../app/journeys/sign-up.ts';
import { paths } from '../../app/paths.ts';
import { ResendCode } from '../otp/resend-code.tsx';

export function SignUpResendPage() {
  return <ResendCode journey={signUpJourney} page={paths.signUpResend} />;
}
