import { managesAll, type CallSession, type ManagerRight } from '#http/call-session.ts';
import { AppError } from '#lib/app-error.ts';
import { requireConfirmed } from '#sign-in/session/session.policy.ts';

type ManagedCall = { readonly right: ManagerRight; readonly session: CallSession };

/**
 * Requires the owner or an administrator, after a recent re-authentication, to change the managers of the
 * application. Returns the account that must still own the application when the change is made; null for an
 * administrator.
 * @throws AppError FORBIDDEN, REAUTHENTICATION_REQUIRED
 */
export function requireOwnerOrAdmin({ right, session }: ManagedCall): string | null {
  const isAdmin = managesAll(session);
  if (right !== 'owner' && !isAdmin) throw new AppError('FORBIDDEN');
  requireConfirmed(session);
  return isAdmin ? null : session.account.id;
}
