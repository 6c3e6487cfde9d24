import type { Fragment, Queryable } from './connection.ts';

/**
 * Selects the name of an account: of an enterprise account, the enterprise's name. `account` is the alias of
 * the account's row.
 */
export const accountName = (sql: Queryable, account: Fragment): Fragment => sql`
  coalesce(${account}.name, (select named.name from enterprises named where named.account_id = ${account}.id))`;

/**
 * Selects the name by which administrators know another administrator: `accountName`, or the phone number of
 * an account without a name.
 */
export const authorName = (sql: Queryable, account: Fragment): Fragment => sql`
  coalesce(${accountName(sql, account)}, ${account}.phone)`;
