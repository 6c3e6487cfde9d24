import type { Check } from '@vid/contract/checks';
import type { Caller } from '#http/caller.ts';
import { byOperator } from '#platform/audit/audit.ts';

/** The person or client that changes an account or an application for others. */
export type Actor = {
  /** An account id for a person, `client:` plus the client id for a machine client; null if the operator acts. */
  readonly actorId: string | null;
  readonly caller: Pick<Caller, 'address' | 'requestId'> & Partial<Pick<Caller, 'signedIn' | 'machine'>>;
  readonly reason?: string;
  readonly undoOf?: string;
  readonly checks?: readonly Check[];
  /** True for a machine client, which must not change administrators. */
  readonly isMachine?: boolean;
  /**
   * True for administrators and the operator, who alone may let a client manage the association's accounts.
   */
  readonly isAdmin?: boolean;
  /** The only application that the actor may change; every application if missing. */
  readonly within?: string;
};

/** Excludes the operator, who has no id. */
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
