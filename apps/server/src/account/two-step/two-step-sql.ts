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

/** Accepts a code of the app of `account`; no row if that code or a later one was accepted before. */
export const redeemTimeStep = (sql: Queryable, account: Fragment, timeStep: number): Fragment => sql`
  update authenticator_apps app set last_step = ${timeStep}::int from ${account}
  where app.account_id = ${account}.id and app.last_step < ${timeStep}::int returning app.account_id`;

/** Uses a recovery code of `account`; no row if it is unknown or used. */
export const redeemRecoveryCode = (sql: Queryable, account: Fragment, codeHash: Buffer): Fragment => sql`
  update recovery_codes c set used_at = now() from ${account}
  where c.account_id = ${account}.id and c.code_hash = ${codeHash}::bytea and c.used_at is null
  returning c.account_id`;
