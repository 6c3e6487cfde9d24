import type { Sql } from '#database/connection.ts';
import { isAfter, microsecondsOf, type Page } from '#database/page.ts';
import type { AuditEventsRow } from '#database/tables.ts';
import type { AuditRow } from './history.policy.ts';

type Row = AuditRow & Pick<AuditEventsRow, 'id' | 'at'> & { readonly microseconds: number };

export function createHistoryRepo(sql: Sql) {
  return {
    /**
     * Lists the rows, newest first. Leaves out the session of a sign-up, because the row of the new account already
     * shows it.
     */
    async list(accountId: string, kinds: readonly string[], page: Page): Promise<readonly Row[]> {
      return sql<Row[]>`
        select id, at, ${microsecondsOf(sql, sql`at`)} as microseconds, kind, browser, system, details,
          actor_id is not distinct from account_id as is_own
        from audit_events
        where account_id = ${accountId} and kind = any(${[...kinds]}::text[])
          and not (kind = 'session.started' and details ->> 'method' = 'sign-up')
          and ${isAfter(sql, [{ time: sql`at` }, sql`id`], page.after, 'desc')}
        order by at desc, id desc limit ${page.limit}`;
    },
  };
}
