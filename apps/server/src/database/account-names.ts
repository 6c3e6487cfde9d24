import type { Fragment, Queryable } from './connection.ts';

/** The name of the account or of its enterprise. `account` is the alias of its row. */
export const accountName = (sql: Queryable, account: Fragment): Fragment => sql`
  coalesce(${account}.name, (select named.name from enterprises named where named.account_id = ${account}.id))`;

/**
 * The name by which administrators know another administrator: as `accountName`, or the phone number of an account
 * without a name.
 */
export const authorName = (sql: Queryable, account: Fragment): Fragment => sql`
  coalesce(${accountName(sql, account)}, ${account}.phone)`;
