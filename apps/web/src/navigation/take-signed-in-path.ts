import { authEvents, useAuth } from '#state/auth.ts';
import { useSso } from '#state/sso.ts';
import { signedInPath } from './login-target.ts';

/** The path to open after a sign-in. */
export function readSignedInPath(): string {
  const { loginRedirectTo, user } = useAuth.getState();
  return signedInPath({
    loginRedirectTo,
    mustChangePassword: user?.mustChangePassword === true,
    hasSsoSettings: useSso.getState().settings !== null,
  });
}

/** `readSignedInPath`. Clears the stored target, which must not affect the next sign-in. */
export function takeSignedInPath(): string {
  const to = readSignedInPath();
  authEvents.loginTargetKept(null);
  return to;
}
