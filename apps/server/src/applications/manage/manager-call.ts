import type { Actor } from '#account/actor.ts';
import type { Manager } from '#applications/application/managed-applications.ts';
import type { ManagerCall } from '#applications/permissions/permission-changes.service.ts';
import type { Caller } from '#http/caller.ts';
import { managesAll, type CallSession, type ManagerRight } from '#http/call-session.ts';
import { AppError } from '#lib/app-error.ts';
import { requireConfirmed } from '#sign-in/session/session.policy.ts';

export function managerCall({
  params,
  session,
  caller,
}: {
  readonly params: { readonly appId: string };
  readonly session: { readonly account: { readonly id: string } };
  readonly caller: Caller;
}): ManagerCall {
  const { id } = session.account;
  return { appId: params.appId, actorId: id, accountId: id, caller };
}

export const byManager = (call: {
  readonly session: CallSession & Manager;
  readonly caller: Caller;
}): Actor => ({
  actorId: call.session.account.id,
  caller: call.caller,
  isAdmin: managesAll(call.session),
});

type ManagedCall = { readonly right: ManagerRight; readonly session: CallSession };

/**
 * Requires the owner or an administrator, with a recent proof of identity, to change who manages the application. A
 * manager cannot add or remove other managers. Returns the account that must still own the application when the change
 * is made; null for an administrator.
 * @throws AppError FORBIDDEN, REAUTHENTICATION_REQUIRED
 */
export function requireOwnerOrAdmin({ right, session }: ManagedCall): string | null {
  const isAdmin = managesAll(session);
  if (right !== 'owner' && !isAdmin) throw new AppError('FORBIDDEN');
  requireConfirmed(session);
  return isAdmin ? null : session.account.id;
}
