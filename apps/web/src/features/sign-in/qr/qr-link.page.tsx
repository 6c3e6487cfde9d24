import { useEffect } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { keepTarget } from '#navigation/login-target.ts';
import { demandPathOf, paths, signInPath } from '#navigation/paths.ts';
import { mayBeSignedIn, useAuth } from '#state/auth.ts';
import { UnavailablePage } from '#features/error-pages/lazy-pages.ts';
import { Invitation, isInvitationCode } from '#features/sign-in/sign-up/invitation.tsx';
import { Approval } from './approval.tsx';

/** Ids of sign-in requests have a prefix, which distinguishes them from invitation codes. */
const isRequestId = (id: string): boolean => /^qr_\w+$/.test(id);

export function QrLinkPage() {
  const { id = '' } = useParams();
  if (isInvitationCode(id)) return <Invitation code={id} />;
  return isRequestId(id) ? <ForMembers qrId={id} /> : <Navigate replace to={paths.error404} />;
}

/** Invitations are public, so the route's access rule cannot require a session. `ForMembers` requires it instead. */
function ForMembers({ qrId }: { qrId: string }) {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const mayBeMember = useAuth(mayBeSignedIn);
  const demandPath = useAuth(demandPathOf);
  if (!isAuthenticated) return mayBeMember ? <UnavailablePage /> : <ToSignIn />;
  return demandPath === undefined ? <Approval qrId={qrId} /> : <Navigate replace to={demandPath} />;
}

/** Redirects to sign-in, which says why and returns to this path. */
function ToSignIn() {
  const { pathname } = useLocation();
  // Stores the path that sign-in returns to.
  useEffect(() => keepTarget(pathname), [pathname]);
  return <Navigate replace to={signInPath} state={{ reason: 'signInToApprove' }} />;
}
