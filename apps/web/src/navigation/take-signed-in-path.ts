import { authEvents, useAuth } from '#state/auth.ts';
import { useSso } from '#state/sso.ts';
import { signedInPath } from './login-target.ts';
import { demandPathOf } from './paths.ts';

export function readSignedInPath(): string {
  const state = useAuth.getState();
  return signedInPath({
    loginRedirectTo: state.loginRedirectTo,
    demandPath: demandPathOf(state),
    hasSsoSettings: useSso.getState().settings !== null,
  });
}

/**
 * Returns `readSignedInPath` and clears the stored target, so that it does not affect the next sign-in. Keeps the
 * target while the account still has a step to complete.
 */
export function takeSignedInPath(): string {
  const to = readSignedInPath();
  if (useAuth.getState().user?.demands.length === 0) authEvents.loginTargetKept(null);
  return to;
}
