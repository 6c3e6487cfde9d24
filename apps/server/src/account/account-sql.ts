import {
  accountFieldColumns,
  enterpriseFieldColumns,
  type AccountFieldColumn,
  type EnterpriseFieldColumn,
} from '@vid/contract/profile-fields';
import type { Fragment, Queryable } from '#database/connection.ts';
import type { AccountsRow, EnterprisesRow } from '#database/tables.ts';

/** Columns that `accountColumns` selects. Change both together, because the compiler does not check SQL. */
export type AccountColumns = Pick<
  AccountsRow,
  | 'kind'
  | 'status'
  | 'role'
  | 'phone'
  | AccountFieldColumn
  | 'avatar'
  | 'referralCode'
  | 'locale'
  | 'mustChangePassword'
  | 'emailConfirmedAt'
  | 'hiddenNavIds'
  | 'sensitiveHoldUntil'
> & { accountId: string; holdSeconds: number };

export type EnterpriseColumns = Pick<
  EnterprisesRow,
  Exclude<EnterpriseFieldColumn, 'name'> | 'verifiedAt'
> & {
  enterpriseName: string | null;
};

/**
 * The joins below name an account `a`, its password `p` and its enterprise `e`; the column lists use these
 * names.
 */

/** Selects the seconds until sensitive changes are allowed; 0 or less if they are allowed now. */
export const holdSeconds = (sql: Queryable): Fragment => sql`
  coalesce(ceil(extract(epoch from a.sensitive_hold_until - now())), 0)::int`;

export const fieldsOfAccount = accountFieldColumns.map((column) => `a.${column}`);
const fieldsOfEnterprise = enterpriseFieldColumns
  .filter((column) => column !== 'name')
  .map((column) => `e.${column}`);

export const accountColumns = (sql: Queryable): Fragment => sql`
  a.id as account_id, a.kind, a.status, a.role, a.phone, ${sql(fieldsOfAccount)}, a.avatar, a.referral_code,
  a.locale, a.must_change_password, a.email_confirmed_at, a.hidden_nav_ids, a.sensitive_hold_until,
  ${holdSeconds(sql)} as hold_seconds`;

export const enterpriseColumns = (sql: Queryable): Fragment => sql`
  e.name as enterprise_name, ${sql(fieldsOfEnterprise)}, e.verified_at`;

export const joinActiveAccount = (sql: Queryable, accountId: Fragment): Fragment => sql`
  join accounts a on a.id = ${accountId} and a.status = 'active'`;

export const fromAccount = (sql: Queryable, accountId: string): Fragment => sql`
  from accounts a ${joinEnterprise(sql)} where a.id = ${accountId}`;

export const joinEnterprise = (sql: Queryable): Fragment => sql`
  left join enterprises e on e.account_id = a.id`;

export const joinAccountByPhone = (sql: Queryable, phone: string): Fragment => sql`
  left join accounts a on a.phone = ${phone} left join password_credentials p on p.account_id = a.id`;

export const isAccountPhone = (sql: Queryable, phone: string): Fragment => sql`
  exists (select from accounts where phone = ${phone})`;

export const isDeletionRequested = (sql: Queryable): Fragment => sql`
  exists (select from account_deletions where account_id = a.id)`;

/**
 * Selects whether an account recovery is waiting, ready or awaiting a second administrator, or was stopped in
 * the last 30 days. A stopped recovery counts because an intruder may have stopped it, and the owner needs
 * time to request another.
 */
export const isBeingRecovered = (sql: Queryable, accountId: Fragment): Fragment => sql`
  (exists (select from recovery_requests r where r.account_id = ${accountId}
      and r.status in ('waiting', 'ready', 'stopped') and r.expires_at > now())
    or exists (select from approvals p where p.account_id = ${accountId} and p.kind = 'recover-account'
      and p.status = 'pending' and p.expires_at > now()))`;

/** Days without a sign-in after which the mobile operator may have reassigned the number. */
const leaseDays = 180;

/**
 * Selects whether account `a` has not signed in for so long that its phone may have a new subscriber, so that
 * a code sent to the phone is not enough to sign in. Administrators are never dormant, because a code alone
 * never signs them in.
 */
export const isDormant = (sql: Queryable): Fragment => sql`
  (a.role = 'user' and a.last_sign_in_at < now() - make_interval(days => ${leaseDays}::int))`;

/**
 * Selects whether a code must reach the SIM of the phone, not only an app: the phone belongs to a dormant
 * account, from which a code can take the number, or to an administrator, for whom a code is one of two
 * proofs.
 */
export const isGuardedPhone = (sql: Queryable, phone: string): Fragment => sql`
  exists (select from accounts a where a.phone = ${phone} and (a.role = 'admin' or ${isDormant(sql)}))`;
