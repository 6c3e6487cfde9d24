import type { ReactNode } from 'react';
import { inJourney } from '#journeys/in-journey.tsx';
import type { Journey } from '#journeys/journey.ts';
import { passwordResetJourney } from '#journeys/password-reset.ts';
import { signUpJourney } from '#journeys/sign-up.ts';
import { socialSignUpJourney } from '#journeys/social-sign-up.ts';
import { Progress } from '#features/sign-in/sign-up/progress.tsx';
import { ConfirmCode } from './confirm-code.tsx';

const codePage = (journey: Journey, progress: ReactNode) =>
  inJourney(journey, () => <ConfirmCode journey={journey} progress={progress} />);

export const SignUpConfirmPage = codePage(signUpJourney, <Progress step={2} />);
export const SocialConfirmPage = codePage(socialSignUpJourney, <Progress step={2} />);
export const ForgetPasswordOtpPage = codePage(passwordResetJourney, null);
