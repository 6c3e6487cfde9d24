import type { Check } from '@vid/contract/checks';
import type { Caller } from '#http/caller.ts';
import { byOperator } from '#platform/audit/audit.ts';

export type Actor = {
  /** Account id of a person, or `client:` plus the client id of a machine client; null for the operator. */
  readonly actorId: string | null;
  readonly caller: Pick<Caller, 'address' | 'requestId'> &
    Partial<Pick<Caller, 'signedIn' | 'machine' | 'userAgent'>>;
  readonly reason?: string;
  readonly undoOf?: string;
  readonly checks?: readonly Check[];
  /** True for a machine client, which must not change administrators. */
  readonly isMachine?: boolean;
  /**
   * True for the operator, and for administrators who need not set up a second factor first. Only they may let
   * a client manage the association's accounts.
   */
  readonly isAdmin?: boolean;
  /**
   * The only application that the call may change; missing for the operator and for a call about no single
   * application.
   */
  readonly within?: string;
};

export type AdminActor = Actor & { readonly actorId: string };

/**
 * Returns the account behind an actor; null for the operator. A machine client acts for the account that
 * created the secret or set the keys that the client used to authenticate; null if the operator did, or if that
 * account was erased.
 */
export const accountOf = ({ actorId, caller }: Pick<Actor, 'actorId' | 'caller'>): string | null =>
  caller.machine ? caller.machine.accountId : actorId;

export const operator: Actor = { ...byOperator, isAdmin: true };

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
