import type { Fragment, Queryable } from '#database/connection.ts';

/** SQL fragments for other features. */

/** Joins the authenticator app `app` of an account, if it has one. */
export const joinAuthenticatorApp = (sql: Queryable, accountId: Fragment): Fragment => sql`
  left join authenticator_apps app on app.account_id = ${accountId}`;

const hasApp = (sql: Queryable, accountId: Fragment): Fragment => sql`
  exists (select from authenticator_apps where account_id = ${accountId})`;

/** Whether an account has a passkey. The feature that owns the table of passkeys provides it. */
export type HasPasskey = (sql: Queryable, accountId: Fragment) => Fragment;

/** Whether the account `a` must set up an app or a passkey before it may use its role. Reads nothing for members. */
export const mustSetUpTwoStep = (sql: Queryable, hasPasskey: HasPasskey): Fragment => sql`
  case a.role when 'admin' then not ${hasApp(sql, sql`a.id`)} and not ${hasPasskey(sql, sql`a.id`)} else false end`;
