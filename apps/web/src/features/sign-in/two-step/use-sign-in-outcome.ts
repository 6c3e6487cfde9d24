import { useNavigate } from 'react-router';
import { paths } from '#navigation/paths.ts';
import { sessionStarted } from '#session/session.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { authEvents } from '#state/auth.ts';

export type SignInOutcome = Answer<'POST /vid/ajax/auth/login/phone'>;

/**
 * Returns a function that handles the response of a sign-in method: it starts the session or opens the second step.
 * After a sign-in, the current route's access rule redirects to the stored target. `phone` is null if the member did
 * not type it.
 */
export function useSignInOutcome(): (outcome: SignInOutcome, phone: string | null) => 'signedIn' | 'opened' {
  const navigate = useNavigate();
  return (outcome, phone) => {
    if (!('mfaToken' in outcome)) {
      sessionStarted(outcome);
      return 'signedIn';
    }
    if (phone !== null) authEvents.phoneEntered(phone);
    // Keep the state in the history entry, so that it survives a reload. The token is in a cookie.
    void navigate(paths.signInTwoStep, { state: { mayRememberDevice: outcome.mayRememberDevice } });
    return 'opened';
  };
}

/**
 * Returns a function that opens the page of a locked account if the owner's lock made the sign-in fail, and returns
 * whether it opened the page.
 */
export function useOwnerLock(): (error: unknown) => boolean {
  const navigate = useNavigate();
  return (error) => {
    const isLocked = failedWith(error, 'LOCKED_BY_OWNER');
    if (isLocked) void navigate(paths.signInLocked, { replace: true, state: error.details });
    return isLocked;
  };
}
