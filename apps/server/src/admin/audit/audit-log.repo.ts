import { accountName } from '#database/account-names.ts';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import { withOwnPlans } from '#database/own-plans.ts';
import { microsecondsOf, type SortKey } from '#database/page.ts';
import type { Reads } from '#database/replica/reads.ts';
import type { AccountsRow, AuditEventsRow } from '#database/tables.ts';
import { findScanEnd, newestEvents, type EventFilters, type EventPage } from '#platform/audit/scan-events.ts';

export type AuditRow = Pick<
  AuditEventsRow,
  'id' | 'at' | 'kind' | 'accountId' | 'actorId' | 'address' | 'requestId' | 'browser' | 'system' | 'details'
> & {
  readonly microseconds: number;
  readonly isErased: boolean;
  readonly reason: string | null;
  readonly isUndo: boolean;
  readonly change: string | null;
  readonly accountName: string | null;
  readonly actorName: string | null;
  readonly actorRole: AccountsRow['role'] | null;
  readonly actorPhone: string | null;
};

type NamedRow = { readonly id: string; readonly name: string | null };

/** Allowed clock skew between the database and a server. */
const clockSeconds = 60;
/** Maximum time between a request and its events, including clock skew. */
const requestSeconds = 120;

export function createAuditLogRepo(sql: Sql, reads: Reads, scanLimit?: number) {
  const withNames = (rows: Fragment, on: Queryable = sql) => on<AuditRow[]>`
    select e.id, e.at, ${microsecondsOf(sql, sql`e.at`)} as microseconds, e.kind, e.account_id, e.actor_id, e.address,
      e.request_id, e.browser, e.system, e.details, e.details->>'reason' as reason,
      e.details ? 'undoOf' as is_undo,
      e.details->>'change' as change,
      e.commitment_hash is not null as is_erased, ${accountName(sql, sql`a`)} as account_name,
      ${accountName(sql, sql`w`)} as actor_name, w.role as actor_role, w.phone as actor_phone
    from (${rows}) e left join accounts a on a.id = e.account_id left join accounts w on w.id = e.actor_id
    order by e.at desc, e.id desc`;

  return {
    /**
     * Lists events, newest first. If fewer than `limit` matched and older events remain, `end` is the sort
     * key of the last event that was scanned; otherwise undefined.
     */
    list: (
      filters: EventFilters,
      page: EventPage,
    ): Promise<{ readonly rows: readonly AuditRow[]; readonly end: SortKey | undefined }> =>
      reads((db) =>
        withOwnPlans(db, async (tx) => {
          const rows = await withNames(newestEvents(tx, filters, page, scanLimit), tx);
          const end =
            rows.length < page.limit ? await findScanEnd(tx, filters, page.after, scanLimit) : undefined;
          return { rows, end };
        }),
      ),

    async find(id: string): Promise<AuditRow | undefined> {
      const [row] = await withNames(sql`select * from audit_events where id = ${id}::text::bigint`);
      return row;
    },

    async listAbout(accountId: string, left: readonly string[], limit: number): Promise<readonly AuditRow[]> {
      return withNames(sql`
        select * from audit_events where account_id = ${accountId} and kind <> all(${[...left]}::text[])
        order by at desc, id desc limit ${limit}`);
    },

    /** Lists up to 20 events of a request, newest first, within the time that a request may take. */
    async listOfRequest(requestId: string, at: Date): Promise<readonly AuditRow[]> {
      const from = new Date(at.getTime() - clockSeconds * 1_000);
      const to = new Date(at.getTime() + requestSeconds * 1_000);
      return withNames(sql`
        select * from audit_events
        where at >= ${from} and at < ${to}
          and request_id = ${requestId}
        order by at desc, id desc limit 20`);
    },

    findName: (accountId: string) =>
      sql<NamedRow[]>`
        select a.id, ${accountName(sql, sql`a`)} as name from accounts a where a.id = ${accountId}`.first(),

    listAccountNames: async (ids: readonly string[]): Promise<readonly NamedRow[]> =>
      sql<NamedRow[]>`
        select a.id, ${accountName(sql, sql`a`)} as name from accounts a where a.id = any(${[...ids]}::text[])`,
  };
}
