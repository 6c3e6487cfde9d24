import type { Fragment, Queryable } from '#database/connection.ts';

/** The order of the log's pages. Its indexes end with it. */
export const newestFirst = (sql: Queryable): Fragment => sql`order by at desc, id desc`;

/** A query of the kinds of the events of an actor or an address, by one index probe each. */
export const kindsOf = (sql: Queryable, actorOrAddress: Fragment): Fragment => sql`
  with recursive kinds (name) as (
    (select kind from audit_events where ${actorOrAddress} order by kind limit 1)
    union all
    select (select kind from audit_events where ${actorOrAddress} and kind > kinds.name order by kind limit 1)
    from kinds where name is not null)
  select name from kinds where name is not null`;

/**
 * The newest events that meet a condition. Kinds alone, and actors and addresses by kind, have an index in this order,
 * so each kind gives up to `limit` events, of which the newest are taken.
 */
export const newestOfKinds = (
  sql: Queryable,
  kinds: Fragment,
  condition: Fragment,
  limit: number,
): Fragment => sql`
  select found.* from (${kinds}) wanted (name) cross join lateral (
    select * from audit_events where kind = wanted.name and ${condition} ${newestFirst(sql)} limit ${limit}) found
  ${newestFirst(sql)} limit ${limit}`;
