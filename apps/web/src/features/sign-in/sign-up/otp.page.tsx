import { signUpJourney } from '#journeys/sign-up.ts';
import { paths } from '#navigation/paths.ts';
import { ConfirmCode } from '#features/sign-in/otp/confirm-code.tsx';
import { ResendCode } from '#features/sign-in/otp/resend-code.tsx';
import { Progress } from './progress.tsx';

export function SignUpConfirmPage() {
  return (
    <ConfirmCode
      journey={signUpJourney}
      page={paths.signUpConfirm}
      resendPath={paths.signUpResend}
      progress={<Progress step={2} />}
    />
  );
}

export function SignUpResendPage() {
  return <ResendCode journey={signUpJourney} page={paths.signUpResend} progress={<Progress step={2} />} />;
}
