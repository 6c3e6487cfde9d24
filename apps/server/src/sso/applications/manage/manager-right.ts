import type { CallSession, ManagerRight } from '#http/routes.ts';
import { AppError } from '#lib/app-error.ts';
import { requireConfirmed } from '#sign-in/session/session.policy.ts';
import { managesAll } from '../managed-applications.ts';

type ManagedCall = { readonly right: ManagerRight; readonly session: CallSession };

/**
 * For changes of roles, locks and clients: an administrator who neither owns nor manages the application needs a recent
 * proof of identity. The owner and the managers do not.
 * @throws AppError REAUTHENTICATION_REQUIRED
 */
export function requireConfirmedAdmin({ right, session }: ManagedCall): void {
  if (right === 'admin') requireConfirmed(session);
}

/**
 * For the owner, and administrators with a recent proof of identity. Managers do not decide about each other, so that one
 * who was added cannot remove the others.
 * @throws AppError FORBIDDEN, REAUTHENTICATION_REQUIRED
 */
export function requireOwner({ right, session }: ManagedCall): void {
  if (right === 'owner') return;
  if (!managesAll(session)) throw new AppError('FORBIDDEN');
  requireConfirmed(session);
}
