import type { Fragment, Queryable } from './connection.ts';

/** `account` is the alias of the account's row. An enterprise account has the name of the enterprise. */
export const accountName = (sql: Queryable, account: Fragment): Fragment => sql`
  coalesce(${account}.name, (select named.name from enterprises named where named.account_id = ${account}.id))`;

/**
 * Administrators know another administrator by this name: as `accountName`, or the phone number of an account without a
 * name.
 */
export const authorName = (sql: Queryable, account: Fragment): Fragment => sql`
  coalesce(${accountName(sql, account)}, ${account}.phone)`;
