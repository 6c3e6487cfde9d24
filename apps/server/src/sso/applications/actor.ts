import type { Caller } from '#http/caller.ts';

/** Who changes an application, for the audit log. */
export type Actor = {
  /** The account of an administrator or manager, `client:` and a machine client's id, or null for the operator. */
  readonly actorId: string | null;
  readonly caller: Pick<Caller, 'address' | 'requestId'>;
  readonly reason?: string;
  /** The only application that the actor may change; any if it is missing. */
  readonly within?: string;
};

export const operator: Actor = { actorId: null, caller: { address: 'local', requestId: 'operator' } };
