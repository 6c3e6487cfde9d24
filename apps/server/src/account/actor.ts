import type { Check } from '@vid/contract/checks';
import type { Caller } from '#http/caller.ts';
import { byOperator } from '#platform/audit/audit.ts';

/**
 * The person or client that changes an account or an application for others, for the audit log and for rules about the
 * actor.
 */
export type Actor = {
  /** An account id for a person, `client:` plus the client id for a machine client; null if the operator acts. */
  readonly actorId: string | null;
  readonly caller: Pick<Caller, 'address' | 'requestId'> & Partial<Pick<Caller, 'signedIn' | 'machine'>>;
  readonly reason?: string;
  readonly undoOf?: string;
  readonly checks?: readonly Check[];
  /** Whether the actor is a machine client. Machine clients must not change administrators. */
  readonly isMachine?: boolean;
  /**
   * Whether the actor is an administrator or the operator. No other actor may let a client manage the association's
   * accounts.
   */
  readonly isAdmin?: boolean;
  /** The only application that the actor may change; every application if missing. */
  readonly within?: string;
};

/** The actor of an administrator or a machine client, never of the operator. */
export type AdminActor = Actor & { readonly actorId: string };

/**
 * Returns the account behind an actor; null for the operator. The account behind a machine client made the secret or
 * set the keys with which the client authenticated.
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
