import type { Check } from '@vid/contract/checks';
import type { Caller } from '#http/caller.ts';
import { byOperator } from '#platform/audit/audit.ts';

/**
 * An actor is the person or client that changes an account or an application for others. The audit log and
 * the rules about actors read it.
 */
export type Actor = {
  /** An account id for a person, `client:` plus the client id for a machine client; null if the operator acts. */
  readonly actorId: string | null;
  readonly caller: Pick<Caller, 'address' | 'requestId'> & Partial<Pick<Caller, 'signedIn' | 'machine'>>;
  readonly reason?: string;
  readonly undoOf?: string;
  readonly checks?: readonly Check[];
  /** A machine client must not change administrators. */
  readonly isMachine?: boolean;
  /** Only an administrator or the operator may let a client manage the association's accounts. */
  readonly isAdmin?: boolean;
  /** The only application that the actor may change; every application if missing. */
  readonly within?: string;
};

/** This type excludes the operator, who has no id. */
export type AdminActor = Actor & { readonly actorId: string };

/**
 * Returns the account behind an actor; null for the operator. A machine client acts for the account that made
 * the secret or set the keys with which the client authenticated.
 */
export const accountOf = ({ actorId, caller }: Pick<Actor, 'actorId' | 'caller'>): string | null =>
  caller.machine ? caller.machine.accountId : actorId;

export const operator: Actor = { ...byOperator, isAdmin: true };

/** Returns the author of a record; null for the operator and once the author's account is deleted. */
export const authorOf = (id: string | null, name: string | null) => (id === null ? null : { id, name });

export function record(actor: Actor, accountId: string) {
  return {
    accountId,
    actorId: actor.actorId,
    caller: actor.caller,
    details: {
      ...(actor.reason !== undefined && { reason: actor.reason }),
      ...(actor.undoOf !== undefined && { undoOf: actor.undoOf }),
      ...(actor.checks && { checks: actor.checks.join(',') }),
    },
  };
}
