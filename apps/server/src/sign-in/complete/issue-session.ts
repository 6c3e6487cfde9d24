import { accountColumns, enterpriseColumns, joinEnterprise, type AccountLock } from '#account/account-sql.ts';
import {
  isTwoStepRemembered,
  rememberDevice,
  type DeviceTokenHashes,
} from '#account/known-devices/known-device-sql.ts';
import { oweNotice } from '#account/notices/due-notice-sql.ts';
import { lastRequiredLegal, mustAgree } from '#account/legal/legal-sql.ts';
import { joinAuthenticatorApp, mustSetUpTwoStep, type HasPasskey } from '#account/two-step/two-step-sql.ts';
import type { Fragment, Queryable } from '#database/connection.ts';
import type { AccountRole, SessionsRow } from '#database/tables.ts';
import type { Caller } from '#http/caller.ts';
import { insertAuditOf } from '#platform/audit/audit.ts';
import { administratorProofs, provableAmr, type SecondStep } from './complete.policy.ts';
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
  'id' | 'tokenHash' | 'method' | 'isPersistent' | 'userAgent' | 'address'
> & {
  readonly amr: string[];
  /** The same request sets the account's password, so it need not be verified again soon. */
  readonly setsPassword: boolean;
  /** Confirms no sensitive change, although what was proved would. */
  readonly isUnconfirmed: boolean;
  readonly ttl: Readonly<Record<AccountRole, SessionTtl>>;
  /** The browser's current session, which ends. */
  readonly replacedTokenHash: Buffer | null;
  /** The browser's pre-session, and the one that replaces it. */
  readonly preSessionHash: Buffer;
  readonly nextPreSessionHash: Buffer;
  /** How long an unfinished sign-in waits for its other factor. */
  readonly stepSeconds: number;
  /** The token that completes it with a code of the authenticator app. */
  readonly mfaTokenHash: Buffer;
  /** The step that this proof completes. */
  readonly completedTokenHash: Buffer | null;
  readonly deviceHashes: DeviceTokenHashes;
};

export type IssuedSession = {
  readonly session: FullSession;
  /** The hash (hexadecimal) of the token by which the browser is now a known device of the account. */
  readonly deviceHash: string;
  /** When the account would have been erased, had it not signed in. A trigger cancels the deletion. */
  readonly cancelledEraseAt: Date | null;
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
  readonly hasPasskey: HasPasskey;
  readonly copyTransactions: CopyTransactions;
};

/** The id is null if the session was not written; `stepAmr` is set if the account needs another factor. */
type IssuedRow = Omit<SessionRow, 'id'> &
  Extras & {
    id: string | null;
    step: SecondStep;
    stepAmr: string[] | null;
    renewedDevice: string | null;
    cancelledEraseAt: Date | null;
  };

/** The proof holds, but the account needs another factor. What it has proved is stored for the next pre-session. */
export type UnfinishedSignIn = {
  readonly role: AccountRole;
  readonly step: SecondStep;
  readonly proved: readonly string[];
};

/**
 * Writes a session in one statement, which locks the account's row. If the account is active and the evidence holds,
 * it writes the session and its audit row, deletes the browser's former session, copies its validated sign-on
 * requests, makes the browser a known device, with a notice if it was not one, and redeems the evidence. PostgreSQL
 * evaluates the newest version of a locked row, so an account lock or a password reset that commits while this waits
 * prevents the session.
 *
 * If the account requires more than this browser has proved (`SecondStep`), it stores the proof as a step instead of the
 * session. Reading a step deletes it. A delete skips rows that a concurrent reset has deleted, so no step outlives the
 * end of access. A proof that completes a step writes a session only if that step is still there.
 *
 * Returns the session, an `UnfinishedSignIn`, 'refused' if the account is not active, or undefined if the evidence does
 * not hold or there is no such account. Private to `complete.service.ts`.
 */
export async function issueSession(
  sql: Queryable,
  parts: IssueParts,
  input: {
    readonly account: AccountLock;
    readonly session: NewSession;
    readonly caller: Caller;
    readonly evidence: Evidence;
  },
): Promise<IssuedSession | UnfinishedSignIn | 'refused' | undefined> {
  const { session, caller, evidence } = input;
  const { user, admin } = session.ttl;
  const { managedApplications: managed, copyTransactions, hasPasskey } = parts;
  const isSecondStep = session.completedTokenHash !== null;
  const isPasskey = session.amr.includes('pop');
  const [account, active, signed, stepped] = [sql`account`, sql`active`, sql`signed`, sql`stepped`];
  const accountId = sql`a.id`;
  const audit = { caller, details: { method: session.method } };
  // Not the device that creates the account, in this transaction or in a repeat of the sign-up, nor a screen whose
  // sign-in a phone has approved: the owner was told of the approval.
  const newDevice = sql`
    new_device n join account a on a.id = n.account_id
    where a.created_at < now() and not ${session.setsPassword}::boolean
      and ${session.method}::text <> 'qr'`;
  const [row] = await sql<IssuedRow[]>`
    with account as materialized (${input.account(sql)}
    ), redeemed as (${evidence.redeem ? evidence.redeem(sql, account) : sql`select`}
    ), active as (
      select account.id, role,
        case role when 'admin' then ${admin.idle}::int else ${user.idle}::int end as idle,
        case role when 'admin' then ${admin.max}::int else ${user.max}::int end as max,
        case when ${isPasskey}::boolean then 'nothing'
          when app.account_id is not null then case
            when role <> 'admin' and ${isTwoStepRemembered(sql, sql`account.id`, session.deviceHashes.sent)} then 'nothing'
            else 'code-of-app' end
          when role <> 'admin' then 'nothing'
          when ${hasPasskey(sql, sql`account.id`)} then 'passkey' else 'both-proofs' end as step
      from account ${joinAuthenticatorApp(sql, sql`account.id`)}, redeemed where status = 'active'
    ), earlier as (
      delete from sign_in_steps s using active
      where (${isSecondStep}::boolean or active.step <> 'nothing') and s.account_id = active.id
        and s.pre_session_hash = ${session.preSessionHash}::bytea
        and (not ${isSecondStep}::boolean or s.token_hash = ${session.completedTokenHash}::bytea)
      returning s.expires_at > now() as is_live, case when s.expires_at > now() then s.amr else '{}' end as amr
    ), proved as (
      select active.*, array(
        select method from unnest(${[...provableAmr]}::text[]) method
        where method = any (${session.amr}::text[]) or method = any (select unnest(amr) from earlier)) as amr
      from active
    ), signed as (
      select id, idle, max,
        case when ${isSecondStep || isPasskey}::boolean or step <> 'nothing' then amr || 'mfa'::text else amr end as amr
      from proved where case when ${isSecondStep}::boolean then exists (select from earlier where is_live)
        else step = 'nothing' or (step = 'both-proofs' and amr @> ${[...administratorProofs]}::text[]) end
    ), issued as (
      insert into sessions (id, token_hash, account_id, method, amr, is_persistent, user_agent, address,
        confirmed_at, idle_seconds, idle_expires_at, expires_at, legal_required)
      select ${session.id}::text, ${session.tokenHash}::bytea, id, ${session.method}::text, amr,
        ${session.isPersistent}::boolean, ${session.userAgent}::text, ${session.address}::text,
        case when ${session.setsPassword}::boolean
          or (amr && array['pwd', 'pop'] and not ${session.isUnconfirmed}::boolean) then now() end, idle,
        now() + make_interval(secs => idle), now() + make_interval(secs => max),
        ${lastRequiredLegal(sql)}
      from signed
      returning id, legal_required, amr, is_persistent, authenticated_at, confirmed_at is not null as is_confirmed, cancelled_erase_at
    ), stepped as (
      insert into sign_in_steps (pre_session_hash, account_id, amr, expires_at, token_hash, method, is_persistent)
      select ${session.nextPreSessionHash}::bytea, id, amr, now() + make_interval(secs => ${session.stepSeconds}::int),
        case step when 'code-of-app' then ${session.mfaTokenHash}::bytea end, ${session.method}::text,
        ${session.isPersistent}::boolean
      from proved where not ${isSecondStep}::boolean and not exists (select from signed)
      returning account_id as id, amr
    ), replaced as (
      delete from sessions using signed where token_hash = ${session.replacedTokenHash}::bytea
    ), copied as (
      ${copyTransactions(sql, { from: session.preSessionHash, to: session.nextPreSessionHash }, active)}
    ), ${rememberDevice(sql, session.deviceHashes, signed)}, owed as (${oweNotice(sql, { kind: 'new-device', caller }, newDevice)}
    ), audited as (${insertAuditOf(sql, { ...audit, kind: 'session.started' }, signed)}
    ), audited_step as (${insertAuditOf(sql, { ...audit, kind: 'sign-in.step' }, stepped)}
    )${evidence.settle ? sql`, ${evidence.settle(sql, active)}` : sql``}
    select s.id, s.amr, s.is_persistent, s.authenticated_at, ${session.method}::text <> 'qr' as is_recent, s.is_confirmed, false as may_touch,
      (select step from proved) as step, (select amr from stepped) as step_amr, s.cancelled_erase_at,
      ${mustSetUpTwoStep(sql, hasPasskey)} as must_set_up_two_step, ${mustAgree(sql)} as must_agree,
      ${accountColumns(sql)}, ${managed.exist(sql, accountId)} as owns_applications,
      ${enterpriseColumns(sql)}, ${managed.list(sql, accountId)} as managed,
      (select encode(token_hash, 'hex') from renewed_device limit 1) as renewed_device
    from account a left join issued s on true ${joinEnterprise(sql)}`;
  if (!row) return undefined;
  const { id, role, step, stepAmr } = row;
  if (stepAmr !== null) return { role, step, proved: stepAmr };
  if (id !== null)
    return {
      session: withExtras(toSession({ ...row, id }), row),
      deviceHash: row.renewedDevice ?? session.deviceHashes.next.toString('hex'),
      cancelledEraseAt: row.cancelledEraseAt,
    };
  return row.status === 'active' ? undefined : 'refused';
}
