import type { Caller } from '#http/caller.ts';
import type { CurrentSession } from '#sign-in/session/session.service.ts';

/** Who changes an account. */
export type By = {
  /** The account of an administrator, `client:` and a machine client's id, or null for the operator. */
  readonly actorId: string | null;
  readonly caller: Pick<Caller, 'address' | 'requestId'>;
  readonly reason?: string;
  /** A machine client, which must not act on administrators. */
  readonly isMachine?: boolean;
};

/** An administrator, never the operator. */
export type ByAdmin = By & { readonly actorId: string };

/** The administrator who calls an endpoint. */
export function byAdmin({ account }: CurrentSession, caller: Caller, reason?: string): ByAdmin {
  return { actorId: account.id, caller, ...(reason !== undefined && { reason }) };
}

/** The fields of the audit row. */
export function record(by: By, accountId: string) {
  return {
    accountId,
    actorId: by.actorId,
    caller: by.caller,
    details: by.reason === undefined ? {} : { reason: by.reason },
  };
}
