import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { rolesOf, useAuth, authEvents } from '#state/auth.ts';
import { useSso } from '#state/sso.ts';
import { decideAccess } from '#navigation/access.ts';
import { JourneyGate } from '#journeys/journey-gate.tsx';
import { safeLoginTarget, signedInPath } from '#navigation/login-target.ts';
import { lazyPage } from './lazy-page.ts';
import { matchKnownPath, paths, signInPath } from '#navigation/paths.ts';
import type { RouteEntry } from './route-entry.ts';

const ForbiddenPage = lazyPage(
  async () => (await import('#features/error-pages/error.page.tsx')).ForbiddenPage,
);

/** To sign-in, and back here afterwards, unless the person left of their own will. */
function ToSignIn() {
  const { pathname, search } = useLocation();
  // Storage is outside of React.
  useEffect(() => {
    const { endReason } = useAuth.getState();
    if (endReason === null || endReason === 'expired') {
      authEvents.loginTargetKept(safeLoginTarget(`${pathname}${search}`));
    }
  }, [pathname, search]);
  return <Navigate replace to={signInPath} />;
}

/** From a page for signed-out people to where a person who is signed in belongs. */
function ToSignedInPath({ redirect }: { redirect: string | undefined }) {
  const [to] = useState(() => {
    const { loginRedirectTo, user } = useAuth.getState();
    const hasSsoSettings = useSso.getState().settings !== null;
    const mustChangePassword = user?.mustChangePassword === true;
    return redirect ?? signedInPath({ loginRedirectTo, mustChangePassword, hasSsoSettings });
  });
  // The target has served; it must not catch a later sign-in.
  useEffect(() => {
    if (redirect === undefined) authEvents.loginTargetKept(null);
  }, [redirect]);
  return <Navigate replace to={to} />;
}

/** One route behind its access rule and its place in a journey. */
export function Guarded({ entry }: { entry: RouteEntry }) {
  const { pathname } = useLocation();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const role = useAuth((state) => state.role);
  const mustChangePassword = useAuth((state) => state.user?.mustChangePassword === true);
  const isSigningInAnew = useAuth((state) => state.newSignInAskedBy !== null);
  const roles = isAuthenticated ? rolesOf(role) : [];
  const visitor = { isAuthenticated, mustChangePassword, roles, isSigningInAnew };
  const known = matchKnownPath(pathname);
  // The router is more generous than the list of paths: letters of another case, any text for a parameter.
  const decision = decideAccess(known === null ? { ...entry, showIf: false } : entry, visitor, pathname);

  if (decision.kind === 'signIn') return <ToSignIn />;
  if (decision.kind === 'forbidden') return <ForbiddenPage />;
  if (decision.kind === 'redirect') {
    const isSignedInAlready = entry.group === 'anonymous' && decision.to !== paths.error404;
    if (isSignedInAlready) return <ToSignedInPath redirect={entry.redirect} />;
    return <Navigate replace to={decision.to} />;
  }
  const { page: Page, journey } = entry;
  if (journey === undefined) return <Page />;
  return (
    <JourneyGate journey={journey} page={known ?? paths.root}>
      <Page />
    </JourneyGate>
  );
}
