import type { Actor } from '#account/actor.ts';
import type { Manager } from '#applications/application/managed-applications.ts';
import type { ManagerCall } from '#applications/permissions/permission-changes.service.ts';
import type { Caller } from '#http/caller.ts';
import { managesAll, type CallSession, type ManagerRight } from '#http/call-session.ts';
import type { CallActor, CallMachine } from '#http/routes.ts';
import { AppError } from '#lib/app-error.ts';
import { requireConfirmed } from '#sign-in/session/session.policy.ts';

type MachineCall = { readonly machine: CallMachine; readonly by: CallActor };
type SessionCall = {
  readonly session: CallSession & Manager;
  readonly caller: Caller;
  readonly params: { readonly appId: string };
};

/** Returns the application of a call by a manager or a machine client, with its caller. */
export function managerCall(call: MachineCall | SessionCall): ManagerCall {
  if ('machine' in call) return { ...call.by, appId: call.machine.applicationId, accountId: null };
  const { id } = call.session.account;
  return { appId: call.params.appId, actorId: id, accountId: id, caller: call.caller };
}

/** Returns the actor of a change inside the application of a call. */
export function actorOf(call: MachineCall | SessionCall): Actor {
  if ('machine' in call) return { ...call.by, within: call.machine.applicationId };
  const { session, caller, params } = call;
  return { actorId: session.account.id, caller, isAdmin: managesAll(session), within: params.appId };
}

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
