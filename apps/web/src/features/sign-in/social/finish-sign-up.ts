import type { JourneyEvent } from '#journeys/journey.ts';
import { takeStep, useOpenNextPage } from '#journeys/run.ts';
import { socialSignUpJourney } from '#journeys/social-sign-up.ts';
import { findSessionOf } from '#session/find-session.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { commonEvents } from '#state/common.ts';
import { otpTokenInCookie, readSignup } from '#state/signup.ts';
import {
  type SignInOutcome,
  useOwnerLock,
  useSignInOutcome,
} from '#features/sign-in/two-step/use-sign-in-outcome.ts';
import { signUpIdInCookie } from './pending-sign-up.ts';

type Values = {
  password: string;
  isEnterprise?: boolean;
  referralCode?: string;
  name?: string;
  email?: string;
};

/**
 * Sends the last step. If its tokens have already been used, returns the session that the first use created, if this
 * browser has it.
 */
async function verify({
  password,
  isEnterprise = false,
  referralCode = '',
  name = '',
  email = '',
}: Values): Promise<SignInOutcome> {
  const { phone, campaign, acceptedTerms } = readSignup();
  const body = {
    signUpId: signUpIdInCookie,
    otpToken: otpTokenInCookie,
    phone: phone ?? '',
    password,
    isEnterprise,
    acceptedTerms: acceptedTerms !== null,
    ...(acceptedTerms !== null && { termsVersion: acceptedTerms }),
    campaign,
    referralCode: referralCode === '' ? null : referralCode,
    name: name === '' ? null : name,
    email: email === '' ? null : email,
  };
  try {
    return await api.post('/vid/ajax/auth/login/social/verify', {
      body,
      flags: { ignore401: true },
      isRepeatable: true,
    });
  } catch (error) {
    const isUsed = failedWith(error, 'OTP_TOKEN_INVALID', 'SOCIAL_SIGN_UP_EXPIRED');
    const existing = isUsed ? await findSessionOf(phone ?? '') : null;
    if (existing === null) throw error;
    return existing;
  }
}

/**
 * Returns a function that finishes the sign-up or the link, and opens an earlier page if the verification of the phone
 * has expired.
 */
export function useFinishSignUp(done: Extract<JourneyEvent, 'accountCreated' | 'signedIn'>) {
  const openNextPage = useOpenNextPage(socialSignUpJourney);
  const signInOutcome = useSignInOutcome();
  const openLock = useOwnerLock();
  return async (values: Values): Promise<void> => {
    try {
      const outcome = await verify(values);
      takeStep(socialSignUpJourney, done);
      signInOutcome(outcome, readSignup().phone);
      if (done === 'signedIn') commonEvents.succeeded('social.linked');
    } catch (error) {
      if (openLock(error)) return;
      if (failedWith(error, 'OTP_TOKEN_INVALID'))
        openNextPage(takeStep(socialSignUpJourney, 'verificationExpired'));
      else throw error;
    }
  };
}
