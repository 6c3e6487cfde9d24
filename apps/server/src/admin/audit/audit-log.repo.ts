import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import { withOwnPlans } from '#database/own-plans.ts';
import { isAfter, microsecondsOf, type SortKey } from '#database/page.ts';
import type { AuditEventsRow } from '#database/tables.ts';

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

const newestFirst = (sql: Queryable): Fragment => sql`order by at desc, id desc`;

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
  /** The kinds of an actor's or an address's events, by one index probe each. */
  const kindsOf = (condition: Fragment): Fragment => sql`
    with recursive kinds (name) as (
      (select kind from audit_events where ${condition} order by kind limit 1)
      union all
      select (select kind from audit_events where ${condition} and kind > kinds.name order by kind limit 1)
      from kinds where name is not null)
    select name from kinds where name is not null`;
  /**
   * Each filter has an index in this order, so a page reads little more than its rows. Kinds, and an actor or an
   * address with or without kinds, have one for each kind: each kind gives a page, and the newest rows are taken.
   */
  const page = (filters: AuditFilters, { after, limit }: Page): Fragment => {
    const { kinds, accountId, actorId, address } = filters;
    const rest = sql`${matches(sql, filters)} and ${isAfter(sql, [{ time: sql`at` }, sql`id`], after, 'desc')}`;
    const pageOf = (condition: Fragment): Fragment => sql`
      select * from audit_events where ${rest} ${condition} ${newestFirst(sql)} limit ${limit}`;
    const ofKinds = (names: Fragment): Fragment => sql`
      select found.* from (${names}) wanted (name) cross join lateral (
        ${pageOf(sql`and kind = wanted.name`)}) found
      ${newestFirst(sql)} limit ${limit}`;
    if (accountId !== undefined)
      return pageOf(kinds === undefined ? sql`` : sql`and kind = any(${[...kinds]}::text[])`);
    if (kinds !== undefined) return ofKinds(sql`select unnest(${[...kinds]}::text[])`);
    if (actorId !== undefined) return ofKinds(kindsOf(sql`actor_id = ${actorId}`));
    if (address !== undefined) return ofKinds(kindsOf(sql`address = ${address}`));
    return pageOf(sql``);
  };

  const withNames = (rows: Fragment, on: Queryable = sql) => on<AuditRow[]>`
    select e.id, e.at, ${microsecondsOf(sql, sql`e.at`)} as microseconds, e.kind, e.account_id, e.actor_id, e.address,
      e.request_id, e.browser, e.system, e.details, e.details->>'reason' as reason,
      e.commitment_hash is not null as is_erased, a.name as account_name, w.name as actor_name
    from (${rows}) e left join accounts a on a.id = e.account_id left join accounts w on w.id = e.actor_id
    order by e.at desc, e.id desc`;

  return {
    /** Newest first. */
    async list(filters: AuditFilters, at: Page): Promise<readonly AuditRow[]> {
      // Of two filters, the one that matches fewer rows decides on the index.
      return withOwnPlans(sql, (tx) => withNames(page(filters, at), tx));
    },

    async find(id: string): Promise<AuditRow | undefined> {
      const [row] = await withNames(sql`select * from audit_events where id = ${id}::text::bigint`);
      return row;
    },

    /** The newest events about an account, except those of the given kinds. */
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
