import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import { withOwnPlans } from '#database/own-plans.ts';
import { isAfter, microsecondsOf, type SortKey } from '#database/page.ts';
import type { AuditEventsRow } from '#database/tables.ts';
import { kindsOf, newestFirst, newestOfKinds } from '#platform/audit/newest-events.ts';

export type AuditFilters = {
  readonly accountId?: string;
  readonly actorId?: string;
  readonly kinds?: readonly string[];
  readonly address?: string;
  readonly from?: Date;
  readonly to?: Date;
};

export type AuditRow = Pick<
  AuditEventsRow,
  'id' | 'at' | 'kind' | 'accountId' | 'actorId' | 'address' | 'requestId' | 'browser' | 'system' | 'details'
> & {
  readonly microseconds: number;
  readonly isErased: boolean;
  readonly reason: string | null;
  readonly accountName: string | null;
  readonly actorName: string | null;
};

type Page = { readonly after: SortKey | undefined; readonly limit: number };

function matches(sql: Queryable, { accountId, actorId, address, from, to }: AuditFilters): Fragment {
  return sql`true
    ${accountId === undefined ? sql`` : sql`and account_id = ${accountId}`}
    ${actorId === undefined ? sql`` : sql`and actor_id = ${actorId}`}
    ${address === undefined ? sql`` : sql`and address = ${address}`}
    ${from === undefined ? sql`` : sql`and at >= ${from}`}
    ${to === undefined ? sql`` : sql`and at < ${to}`}`;
}

/** Queries of the administrators' view of the audit log. */
export function createAuditLogRepo(sql: Sql) {
  /** Each filter has an index in the order of the page, so a page reads little more than its rows. */
  const page = (filters: AuditFilters, { after, limit }: Page): Fragment => {
    const { kinds, accountId, actorId, address } = filters;
    const rest = sql`${matches(sql, filters)} and ${isAfter(sql, [{ time: sql`at` }, sql`id`], after, 'desc')}`;
    const ofKinds = (wanted: Fragment): Fragment => newestOfKinds(sql, wanted, rest, limit);
    if (accountId === undefined) {
      if (kinds !== undefined) return ofKinds(sql`select unnest(${[...kinds]}::text[])`);
      if (actorId !== undefined) return ofKinds(kindsOf(sql, sql`actor_id = ${actorId}`));
      if (address !== undefined) return ofKinds(kindsOf(sql, sql`address = ${address}`));
    }
    const isOfKind = kinds === undefined ? sql`true` : sql`kind = any(${[...kinds]}::text[])`;
    return sql`select * from audit_events where ${rest} and ${isOfKind} ${newestFirst(sql)} limit ${limit}`;
  };

  const withNames = (rows: Fragment, on: Queryable = sql) => on<AuditRow[]>`
    select e.id, e.at, ${microsecondsOf(sql, sql`e.at`)} as microseconds, e.kind, e.account_id, e.actor_id, e.address,
      e.request_id, e.browser, e.system, e.details, e.details->>'reason' as reason,
      e.commitment_hash is not null as is_erased, a.name as account_name, w.name as actor_name
    from (${rows}) e left join accounts a on a.id = e.account_id left join accounts w on w.id = e.actor_id
    order by e.at desc, e.id desc`;

  return {
    /** Lists events, newest first. */
    async list(filters: AuditFilters, at: Page): Promise<readonly AuditRow[]> {
      // With two filters, the one that matches fewer rows decides which index to use.
      return withOwnPlans(sql, (tx) => withNames(page(filters, at), tx));
    },

    async find(id: string): Promise<AuditRow | undefined> {
      const [row] = await withNames(sql`select * from audit_events where id = ${id}::text::bigint`);
      return row;
    },

    /** Lists the newest events about an account, except those of the given kinds. */
    async listAbout(accountId: string, left: readonly string[], limit: number): Promise<readonly AuditRow[]> {
      return withNames(sql`
        select * from audit_events where account_id = ${accountId} and kind <> all(${[...left]}::text[])
        ${newestFirst(sql)} limit ${limit}`);
    },

    async findName(
      accountId: string,
    ): Promise<{ readonly id: string; readonly name: string | null } | undefined> {
      const [row] = await sql<{ id: string; name: string | null }[]>`
        select id, name from accounts where id = ${accountId}`;
      return row;
    },
  };
}

export type AuditLogRepo = ReturnType<typeof createAuditLogRepo>;
