import { sql, type SQL } from 'drizzle-orm';
import type { Queryable } from '#database/connection.ts';
import { auditEvents } from '#database/schema.ts';
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

/** The columns of an event, `details` as JSON text. */
export function auditColumns(event: AuditEvent) {
  return {
    kind: event.kind,
    accountId: event.accountId ?? null,
    actorId: event.actorId === undefined ? (event.accountId ?? null) : event.actorId,
    address: event.caller.address,
    requestId: event.caller.requestId,
    details: JSON.stringify(event.details),
  };
}

type Columns = Readonly<Record<keyof ReturnType<typeof auditColumns>, unknown>>;

/**
 * The row as a part of somebody else's statement, for the few that are too hot for a transaction of several:
 * written once for each row of `source`. The columns are values or placeholders.
 */
export function auditInsert(columns: Columns, source: SQL): SQL {
  return sql`
    insert into audit_events (kind, account_id, actor_id, address, request_id, details)
    select ${columns.kind}::text, ${columns.accountId}::text, ${columns.actorId}::text, ${columns.address}::text,
      ${columns.requestId}::text, ${columns.details}::text::jsonb
    from ${source}`;
}

export function createAudit() {
  return {
    async write(tx: Queryable, event: AuditEvent): Promise<void> {
      await tx.insert(auditEvents).values({ ...auditColumns(event), details: event.details });
    },
  };
}

export type Audit = ReturnType<typeof createAudit>;
