import type { CallSession, ManagerRight } from '#http/routes.ts';
import { AppError } from '#lib/app-error.ts';
import { requireConfirmed } from '#sign-in/session/session.policy.ts';
import { managesAll } from '#applications/application/managed-applications.ts';

type ManagedCall = { readonly right: ManagerRight; readonly session: CallSession };

/**
 * For changes of people, roles, clients and webhooks: an administrator needs a recent proof of identity, also one who
 * owns or manages the application. Other owners and managers do not.
 * @throws AppError REAUTHENTICATION_REQUIRED
 */
export function requireConfirmedAdmin({ session }: Pick<ManagedCall, 'session'>): void {
  if (managesAll(session)) requireConfirmed(session);
}

/**
 * For changes of who manages the application: the owner and administrators, with a recent proof of identity. A manager
 * cannot add or remove others. Returns the account that must still own the application when the change is made; null
 * for an administrator.
 * @throws AppError FORBIDDEN, REAUTHENTICATION_REQUIRED
 */
export function requireOwnerOrAdmin({ right, session }: ManagedCall): string | null {
  const isAdmin = managesAll(session);
  if (right !== 'owner' && !isAdmin) throw new AppError('FORBIDDEN');
  requireConfirmed(session);
  return isAdmin ? null : session.account.id;
}
