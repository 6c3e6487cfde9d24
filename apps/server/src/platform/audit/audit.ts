import type { Fragment, Queryable } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';

/** What is worth a row; one each, in the transaction of the change itself. */
export type AuditKind =
  | 'session.started'
  | 'session.ended'
  | 'session.ended-all'
  | 'sign-in.failed'
  | 'account.created'
  | 'account.locked'
  | 'account.unlocked'
  | 'profile.changed'
  | 'password.changed'
  | 'password.reset'
  | 'otp.sent'
  | 'otp.verified'
  | 'otp.refused';

export type AuditEvent = {
  readonly kind: AuditKind;
  /** The account that is concerned. */
  readonly accountId?: string | undefined;
  /** Who did it; the account itself unless said otherwise, null for nobody known. */
  readonly actorId?: string | null | undefined;
  readonly caller: Pick<Caller, 'address' | 'requestId'>;
  /** No secret, code or unmasked phone. */
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
};

/**
 * The insert of an event's row as part of a larger statement, once for each row of `source` (a table or a CTE), for
 * changes that are one statement without a transaction around it.
 */
export function insertAudit(sql: Queryable, event: AuditEvent, source: Fragment): Fragment {
  return sql`
    insert into audit_events (kind, account_id, actor_id, address, request_id, details)
    select ${event.kind}::text, ${event.accountId ?? null}::text, ${actorOf(event)}::text,
      ${event.caller.address}::text, ${event.caller.requestId}::text, ${sql.json(event.details)}::jsonb
    from ${source}`;
}

function actorOf({ actorId, accountId }: AuditEvent): string | null {
  return actorId === undefined ? (accountId ?? null) : actorId;
}

export function createAudit() {
  return {
    async write(tx: Queryable, event: AuditEvent): Promise<void> {
      await insertAudit(tx, event, tx`(select) as once`);
    },
  };
}

export type Audit = ReturnType<typeof createAudit>;
