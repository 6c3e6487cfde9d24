import type { Fragment, Queryable } from './connection.ts';

/**
 * Selects an account's name, or else the name of its enterprise. `account` is the alias of the account's row.
 */
export const accountName = (sql: Queryable, account: Fragment): Fragment => sql`
  coalesce(${account}.name, (select named.name from enterprises named where named.account_id = ${account}.id))`;

/**
 * Selects the name that administrators see for another administrator: `accountName`, or the phone number if
 * the account has no name.
 */
export const authorName = (sql: Queryable, account: Fragment): Fragment => sql`
  coalesce(${accountName(sql, account)}, ${account}.phone)`;
