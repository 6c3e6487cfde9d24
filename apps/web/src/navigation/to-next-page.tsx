import { useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { authEvents } from '#state/auth.ts';
import { readSignedInPath } from './login-target.ts';

/** Redirects a signed-in user from a completed page to `redirect`, otherwise to the sign-in target. */
export function ToNextPage({ redirect }: { redirect?: string | undefined }) {
  const [to] = useState(() => redirect ?? readSignedInPath());
  // Clears the stored target, which must not affect the next sign-in.
  useEffect(() => {
    if (redirect === undefined) authEvents.loginTargetKept(null);
  }, [redirect]);
  return <Navigate replace to={to} />;
}
