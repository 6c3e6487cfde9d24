import { lockAccount, accountColumns, enterpriseColumns, joinEnterprise } from '#account/account-sql.ts';
import { rememberDevice, type DeviceTokenHashes } from '#account/known-devices/known-device-sql.ts';
import type { Fragment, Queryable } from '#database/connection.ts';
import type { AccountRole, SessionsRow } from '#database/tables.ts';
import { insertAudit, type AuditEvent } from '#platform/audit/audit.ts';
import {
  toSession,
  withExtras,
  type Extras,
  type FullSession,
  type ManagedApplications,
  type SessionRow,
} from '#sign-in/session/session-columns.ts';
import type { SessionTtl } from '#sign-in/session/session.policy.ts';
import type { Evidence } from './proof.ts';

export type NewSession = Pick<
  SessionsRow,
  'id' | 'tokenHash' | 'accountId' | 'method' | 'isPersistent' | 'userAgent' | 'address'
> & {
  readonly amr: string[];
  readonly ttl: Readonly<Record<AccountRole, SessionTtl>>;
  /** The browser's current session, which ends. */
  readonly replacedTokenHash: Buffer | null;
  /** The browser's pre-session, and the one that replaces it. */
  readonly preSessionHash: Buffer;
  readonly nextPreSessionHash: Buffer;
  readonly deviceHashes: DeviceTokenHashes;
};

export type IssuedSession = {
  readonly session: FullSession;
  /** The hash (hexadecimal) of the token by which the browser is now a known device of the account. */
  readonly deviceHash: string;
};

/** Inserts copies of a browser's validated sign-on requests for its new pre-session, once for each row of `source`. */
export type CopyTransactions = (
  sql: Queryable,
  hashes: { readonly from: Buffer; readonly to: Buffer },
  source: Fragment,
) => Fragment;

/** SQL fragments of other features. */
export type IssueParts = {
  readonly managedApplications: ManagedApplications;
  readonly copyTransactions: CopyTransactions;
};

/** The id is null if the session was not written. */
type IssuedRow = Omit<SessionRow, 'id'> & Extras & { id: string | null; renewedDevice: string | null };

/**
 * Writes a session in one statement, which locks the account's row. If the account is active and the evidence holds,
 * it writes the session and its audit row, deletes the browser's former session, copies its validated sign-on
 * requests, makes the browser a known device, and redeems the evidence. PostgreSQL evaluates the newest version of a locked row, so an account lock or a
 * password reset that commits while this waits prevents the session.
 *
 * Returns the session, 'refused' if the account is not active, or undefined if the evidence does not hold or there is
 * no such account. Private to `complete.service.ts`.
 */
export async function issueSession(
  sql: Queryable,
  parts: IssueParts,
  input: { readonly session: NewSession; readonly event: AuditEvent; readonly evidence: Evidence },
): Promise<IssuedSession | 'refused' | undefined> {
  const { session, event, evidence } = input;
  const { user, admin } = session.ttl;
  const { managedApplications: managed, copyTransactions } = parts;
  const [account, active, accountId] = [sql`account`, sql`active`, sql`a.id`];
  const [row] = await sql<IssuedRow[]>`
    with account as materialized (${(evidence.lock ?? lockAccount)(sql, session.accountId)}
    ), redeemed as (${evidence.redeem ? evidence.redeem(sql, account) : sql`select`}
    ), active as (
      select id,
        case role when 'admin' then ${admin.idle}::int else ${user.idle}::int end as idle,
        case role when 'admin' then ${admin.max}::int else ${user.max}::int end as max
      from account, redeemed where status = 'active'
    ), issued as (
      insert into sessions (id, token_hash, account_id, method, amr, is_persistent, user_agent, address,
        idle_seconds, idle_expires_at, expires_at)
      select ${session.id}::text, ${session.tokenHash}::bytea, id, ${session.method}::text, ${session.amr}::text[],
        ${session.isPersistent}::boolean, ${session.userAgent}::text, ${session.address}::text, idle,
        now() + make_interval(secs => idle), now() + make_interval(secs => max)
      from active
      returning id, amr, is_persistent, authenticated_at
    ), replaced as (
      delete from sessions using active where token_hash = ${session.replacedTokenHash}::bytea
    ), copied as (
      ${copyTransactions(sql, { from: session.preSessionHash, to: session.nextPreSessionHash }, active)}
    ), ${rememberDevice(sql, session.deviceHashes, active)}, audited as (${insertAudit(sql, event, active)}
    )${evidence.settle ? sql`, ${evidence.settle(sql, active)}` : sql``}
    select s.id, s.amr, s.is_persistent, s.authenticated_at, false as may_touch,
      ${accountColumns(sql)}, ${managed.exist(sql, accountId)} as owns_applications,
      ${enterpriseColumns(sql)}, ${managed.list(sql, accountId)} as managed,
      (select encode(token_hash, 'hex') from renewed_device limit 1) as renewed_device
    from account a left join issued s on true ${joinEnterprise(sql)}`;
  if (!row) return undefined;
  const { id } = row;
  if (id !== null)
    return {
      session: withExtras(toSession({ ...row, id }), row),
      deviceHash: row.renewedDevice ?? session.deviceHashes.next.toString('hex'),
    };
  return row.status === 'active' ? undefined : 'refused';
}
