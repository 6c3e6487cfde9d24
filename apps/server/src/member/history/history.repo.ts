import type { Sql } from '#database/connection.ts';
import { isAfter, microsecondsOf, type Page, type SortKey } from '#database/page.ts';
import type { AuditEventsRow } from '#database/tables.ts';
import { findScanEnd } from '#platform/audit/scan-events.ts';
import type { AuditRow } from './history.policy.ts';

type Row = AuditRow & Pick<AuditEventsRow, 'id' | 'at'> & { readonly microseconds: number };

/** Maximum number of rows read for a page, because a script can write many rows of hidden kinds. */
const scanLimit = 2_000;

export function createHistoryRepo(sql: Sql) {
  return {
    /**
     * Returns the rows, newest first, without the session of a sign-up, whose row for the new account already
     * shows it. `end` is the sort key of the last row read if fewer than `limit` rows matched and older rows
     * remain, and otherwise undefined.
     */
    async list(
      accountId: string,
      kinds: readonly string[],
      { after, limit }: Page,
    ): Promise<{ readonly rows: readonly Row[]; readonly end: SortKey | undefined }> {
      const rows = await sql<Row[]>`
        select id, at, ${microsecondsOf(sql, sql`at`)} as microseconds, kind, browser, system, details,
          actor_id is not distinct from account_id as is_own
        from (
          select * from audit_events
          where account_id = ${accountId} and ${isAfter(sql, [{ time: sql`at` }, sql`id`], after, 'desc')}
          order by at desc, id desc limit ${scanLimit}) scanned
        where kind = any(${[...kinds]}::text[])
          and not (kind = 'session.started' and details ->> 'method' = 'sign-up')
        order by at desc, id desc limit ${limit}`;
      const end = rows.length < limit ? await findScanEnd(sql, { accountId }, after, scanLimit) : undefined;
      return { rows, end };
    },
  };
}
