import type { AuditKind } from '@vid/contract/audit-kinds';
import type { Fragment, Queryable } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { describeDevice } from '#lib/describe-device.ts';

export type { AuditKind };

export type AuditEvent = {
  readonly kind: AuditKind;
  readonly accountId?: string | undefined;
  /** Id of the actor; defaults to `accountId`, null if unknown. */
  readonly actorId?: string | null | undefined;
  readonly caller: Pick<Caller, 'address' | 'requestId'> &
    Partial<Pick<Caller, 'userAgent' | 'signedIn' | 'machine'>>;
  /** Details of the event, without secrets, codes or unmasked phone numbers. */
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
};

/**
 * Returns a statement that inserts the event once for each row of `source` (a table or a CTE). Embed it in
 * changes that are a single statement without a transaction.
 */
export function insertAudit(sql: Queryable, event: AuditEvent, source: Fragment): Fragment {
  const { accountId = null, actorId = accountId } = event;
  return insertRows(sql, event, {
    ids: sql`${accountId}::text, ${actorId}::text`,
    details: sql`${sql.json(event.details)}::jsonb`,
    source,
  });
}

/** Like `insertAudit`, for the accounts in the `id` column of `source`. */
export const insertAuditAbout = (
  sql: Queryable,
  event: Omit<AuditEvent, 'accountId' | 'actorId'> & { readonly actorId: string | null },
  source: Fragment,
): Fragment =>
  insertRows(sql, event, {
    ids: sql`id, ${event.actorId}::text`,
    details: sql`${sql.json(event.details)}::jsonb`,
    source,
  });

function insertRows(
  sql: Queryable,
  event: Pick<AuditEvent, 'kind' | 'caller'>,
  { ids, details, source }: { readonly ids: Fragment; readonly details: Fragment; readonly source: Fragment },
): Fragment {
  const { kind, caller } = event;
  const { browser, system } = deviceOf(event);
  return sql`
    insert into audit_events (kind, account_id, actor_id, address, request_id, browser, system, details)
    select ${kind}::text, ${ids}, ${caller.address}::text, ${caller.requestId}::text, ${browser}::text, ${system}::text,
      ${details}
    from ${source}`;
}

/** Returns the names of the browser and the system, null if unknown; the full user agent is not stored. */
function deviceOf({ caller }: Pick<AuditEvent, 'caller'>): { browser: string | null; system: string | null } {
  const { browser, system } = describeDevice(caller.userAgent ?? '');
  return { browser: browser || null, system: system || null };
}

export const byOperator = { actorId: null, caller: { address: 'local', requestId: 'operator' } };

export function createAudit() {
  return {
    async write(tx: Queryable, event: AuditEvent): Promise<void> {
      await insertAudit(tx, event, tx`(select) as once`);
    },

    /** Writes all events in one statement, which keeps the transaction short. */
    async writeAll(
      tx: Queryable,
      event: Pick<AuditEvent, 'kind' | 'caller'> & { readonly actorId: string | null },
      rows: readonly Pick<AuditEvent, 'accountId' | 'details'>[],
    ): Promise<void> {
      if (rows.length === 0) return;
      const source = rows.map(({ accountId = null, details }) => ({ account_id: accountId, details }));
      await tx`${insertRows(tx, event, {
        ids: tx`account_id, ${event.actorId}::text`,
        details: tx`details`,
        source: tx`jsonb_to_recordset(${tx.json(source)}::jsonb) as each (account_id text, details jsonb)`,
      })}`;
    },

    /** Clears the personal data in the events of erased accounts. */
    async keepStubs(tx: Queryable, accountIds: readonly string[]): Promise<void> {
      await tx`
        update audit_events set address = '', request_id = '', browser = null, system = null, details = '{}'
        where account_id = any(${[...accountIds]}::text[])`;
    },
  };
}

export type Audit = ReturnType<typeof createAudit>;
