import { useNavigate } from 'react-router';
import { safeLoginTarget } from '#navigation/login-target.ts';
import { paths } from '#navigation/paths.ts';
import { authEvents } from '#state/auth.ts';

/**
 * Returns a function that opens the password reset of a signed-in member. The session lasts until the reset sets the
 * new password, and the sign-in after it opens `returnTo`.
 */
export function useOpenPasswordReset(phone: string): (returnTo: string) => void {
  const navigate = useNavigate();
  return (returnTo) => {
    authEvents.phoneEntered(phone);
    authEvents.loginTargetKept(safeLoginTarget(returnTo));
    authEvents.newSignInRequested('person');
    void navigate(paths.forgetPassword);
  };
}
