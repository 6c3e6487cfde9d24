import type { Caller } from '#http/caller.ts';
import { byOperator } from '#platform/audit/audit.ts';

/** Who changes an application, for the audit log. */
export type Actor = {
  /** The account of an administrator or manager, `client:` and a machine client's id, or null for the operator. */
  readonly actorId: string | null;
  readonly caller: Pick<Caller, 'address' | 'requestId'>;
  readonly reason?: string;
  /** An administrator of the association or the operator, who may change clients that read its accounts. */
  readonly isAdmin?: boolean;
  /** The only application that the actor may change; any if it is missing. */
  readonly within?: string;
};

export const operator: Actor = { ...byOperator, isAdmin: true };

/** A machine client, as the audit log names it. Ids of accounts contain no colon. */
export const machineActorId = (clientId: string): string => `client:${clientId}`;
