import { signUpJourney } from '#app/journeys/sign-up.ts';
import { paths } from '#app/paths.ts';
import { ConfirmCode } from '#features/otp/confirm-code.tsx';
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
