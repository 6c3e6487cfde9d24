import type { Caller } from '#http/caller.ts';
import type { CallMachine } from '#http/routes.ts';
import { byOperator } from '#platform/audit/audit.ts';

/**
 * The person or client that changes an account or an application for others, for the audit log and for rules about the
 * actor.
 */
export type Actor = {
  /** The account of an administrator or manager, `client:` and a machine client's id, or null for the operator. */
  readonly actorId: string | null;
  readonly caller: Pick<Caller, 'address' | 'requestId'>;
  readonly reason?: string;
  /** Whether the actor is a machine client. Machine clients must not change administrators. */
  readonly isMachine?: boolean;
  /**
   * Whether the actor is an administrator or the operator. Only they may let a client manage the association's
   * accounts.
   */
  readonly isAdmin?: boolean;
  /** The only application that the actor may change; every application if missing. */
  readonly within?: string;
};

/** The actor of an administrator or a machine client, never of the operator. */
export type AdminActor = Actor & { readonly actorId: string };

export const operator: Actor = { ...byOperator, isAdmin: true };

export type MachineCall = { readonly machine: CallMachine; readonly caller: Caller };

/** The machine client of a call. Its id in the audit log has a colon, which no id of an account contains. */
export function byMachine({ machine, caller }: MachineCall, reason?: string): AdminActor {
  const actorId = `client:${machine.clientId}`;
  return { actorId, caller, isMachine: true, ...(reason !== undefined && { reason }) };
}

export function byAdmin(
  { account }: { readonly account: { readonly id: string } },
  caller: Caller,
  reason?: string,
): AdminActor {
  return { actorId: account.id, caller, ...(reason !== undefined && { reason }) };
}

export function record(actor: Actor, accountId: string) {
  return {
    accountId,
    actorId: actor.actorId,
    caller: actor.caller,
    details: actor.reason === undefined ? {} : { reason: actor.reason },
  };
}
