import { useNavigate } from 'react-router';
import { paths } from '#navigation/paths.ts';
import type { SocialProof } from '#session/social/providers.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { signupEvents } from '#state/signup.ts';
import { useOwnerLock, useSignInOutcome } from '#features/sign-in/two-step/use-sign-in-outcome.ts';

/**
 * Returns a function that signs in with a proof. After a sign-in, the caller navigates, unless the access rule of its
 * signed-out page redirects by itself. A further step, or a lock by the owner, opens its own page.
 */
export function useSignInWith(): (proof: SocialProof) => Promise<'signedIn' | 'opened'> {
  const navigate = useNavigate();
  const signInOutcome = useSignInOutcome();
  const openLock = useOwnerLock();
  const open = (to: string, reason?: string): 'opened' => {
    void navigate(to, { replace: true, state: reason === undefined ? null : { reason } });
    return 'opened';
  };
  return async (proof) => {
    try {
      const answer = await api.post('/vid/ajax/auth/login/social', {
        body: proof,
        flags: { ignore401: true },
      });
      if (answer.isExistAccount) return signInOutcome(answer.userInfo, null);
      signupEvents.flowStarted('social');
      return open(paths.signUpOauthConfirmPhone);
    } catch (error) {
      if (openLock(error)) return 'opened';
      if (failedWith(error, 'SECOND_FACTOR_REQUIRED')) return open(paths.signIn, 'passwordNeeded');
      throw error;
    }
  };
}
