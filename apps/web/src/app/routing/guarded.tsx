import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { ForbiddenPage, UnavailablePage } from '#features/error-pages/lazy-pages.ts';
import { decideAccess } from '#navigation/access.ts';
import { demandPathOf, matchKnownPath, paths, signInPath } from '#navigation/paths.ts';
import type { RouteEntry } from '#navigation/route-entry.ts';
import { mayBeSignedIn, rolesOf, selectRole, useAuth } from '#state/auth.ts';
import { keepTarget } from '#navigation/login-target.ts';
import { ToNextPage } from '#navigation/to-next-page.tsx';

/** Redirects to sign-in or to a required step. Both return to this page later, unless the user has just signed out. */
function ToAndBack({ to }: { to: string }) {
  const { pathname, search } = useLocation();
  // Stores this path, so that sign-in or the required step returns to it.
  useEffect(() => keepTarget(`${pathname}${search}`), [pathname, search]);
  return <Navigate replace to={to} />;
}

export function Guarded({ entry }: { entry: RouteEntry }) {
  const { pathname } = useLocation();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const mayBeMember = useAuth(mayBeSignedIn);
  const role = useAuth(selectRole);
  const demandPath = useAuth(demandPathOf);
  const isSigningInAgain = useAuth((state) => state.newSignInRequestedBy !== null);
  const roles = isAuthenticated ? rolesOf(role) : [];
  const visitor = { isAuthenticated, demandPath, roles, isSigningInAgain };
  const known = matchKnownPath(pathname);
  // The router ignores letter case and accepts any parameter, but only known paths are shown.
  const decision = decideAccess(known === null ? { ...entry, showIf: false } : entry, visitor, pathname);

  if (decision.kind === 'signIn') return mayBeMember ? <UnavailablePage /> : <ToAndBack to={signInPath} />;
  if (decision.kind === 'forbidden') return <ForbiddenPage />;
  if (decision.kind === 'redirect') {
    const isAlreadySignedIn = entry.group === 'anonymous' && decision.to !== paths.error404;
    if (isAlreadySignedIn) return <ToNextPage redirect={entry.redirect ?? demandPath} />;
    return decision.to === demandPath ? <ToAndBack to={demandPath} /> : <Navigate replace to={decision.to} />;
  }
  return <entry.page />;
}
