import { accountOfIdentity, type NewIdentity } from '#account/identities/identity.repo.ts';
import { findDeviceOfAccount } from '#account/known-devices/known-device.repo.ts';
import { isDormant } from '#account/account-sql.ts';
import type { Fragment, Queryable } from '#database/connection.ts';
import type { AccountsRow, SessionsRow, SignInStepsRow } from '#database/tables.ts';
import { deleteSessions } from '#sign-in/session/delete-sessions.ts';
import type { RecentEvent } from './complete.policy.ts';
import type { ProvedAccount } from './proof.ts';

export type SignInAccount = Pick<AccountsRow, 'id' | 'role' | 'status' | 'phoneInDoubt'> & {
  /** False if the same transaction created the account. */
  readonly existedBefore: boolean;
  /**
   * True if the last recorded sign-in is more than a day old. A sign-in is recorded only if this is true,
   * which saves updates.
   */
  readonly isFirstOfDay: boolean;
};

export type SignInRows = {
  readonly hasApp: boolean;
  readonly hasPasskey: boolean;
  /** Id of the newest legal version that requires agreement; 0 without one. */
  readonly legalRequired: number;
  /** Hexadecimal token hash by which the account knows the browser; null for a new device. */
  readonly device: string | null;
  readonly isRemembered: boolean | null;
  readonly stepAmr: string[] | null;
  readonly stepTokenHash: Buffer | null;
  readonly recent: readonly RecentEvent[];
} & Pick<SignInStepsRow, 'linkProvider' | 'linkSubject' | 'linkName'>;

export type NewSession = Pick<
  SessionsRow,
  | 'id'
  | 'tokenHash'
  | 'accountId'
  | 'method'
  | 'amr'
  | 'isPersistent'
  | 'userAgent'
  | 'address'
  | 'idleSeconds'
  | 'legalRequired'
> & { readonly maxSeconds: number; readonly isConfirmed: boolean };

export type NewStep = Pick<
  SignInStepsRow,
  'preSessionHash' | 'accountId' | 'amr' | 'tokenHash' | 'method' | 'isPersistent'
> & { readonly ttlSeconds: number; readonly link: NewIdentity | undefined };

const columns = (tx: Queryable) => tx`
  a.id, a.role, a.status, a.phone_in_doubt, a.created_at < now() as existed_before,
  a.last_sign_in_at < now() - interval '1 day' as is_first_of_day`;

/**
 * Selects the events of the last hour that limit the sign-ins of an account. Every sign-in, first step and
 * correct password of a locked account adds an audit row, so their number must be limited. In a sign-in, the
 * account's lock makes the count exact. One query reads all kinds, because a query for the rare kinds alone
 * could use the index of rare events of all accounts, to which an import may just have added a row per
 * member.
 */
export const selectRecent = (tx: Queryable, accountId: string): Fragment => tx`
  select kind, at from audit_events
  where account_id = ${accountId} and at > now() - interval '1 hour'
    and (kind in ('session.started', 'sign-in.step', 'sign-in.failed') and actor_id = ${accountId}
      or kind in ('password.reset', 'account.recovered'))`;

const recentEvents = (tx: Queryable, accountId: string): Fragment => tx`
  select coalesce(json_agg(json_build_object('kind', kind, 'ageSeconds', extract(epoch from now() - at))), '[]')
  from (${selectRecent(tx, accountId)}) recent`;

export const completeRepo = {
  /**
   * Waits for a concurrent lock, password reset or unlinking, and then reads the newest rows, so that no
   * session starts from a revoked proof (P10, S3, L6). Returns undefined if no account matches the proof. Every
   * transaction locks the account before its password and identity.
   */
  async lockAccount(tx: Queryable, proved: ProvedAccount): Promise<SignInAccount | undefined> {
    if ('phone' in proved) {
      return tx<SignInAccount[]>`
        select ${columns(tx)} from accounts a
        where a.phone = ${proved.phone} and not ${isDormant(tx)} for no key update`.first();
    }
    if ('identity' in proved) {
      return tx<SignInAccount[]>`
        select ${columns(tx)} from accounts a ${accountOfIdentity(tx, proved.identity)}
        for no key update of a, i`.first();
    }
    if ('passwordHash' in proved) {
      return tx<SignInAccount[]>`
        select ${columns(tx)} from accounts a
        join password_credentials p on p.account_id = a.id and p.hash = ${proved.passwordHash}
        where a.id = ${proved.accountId} for no key update of a, p`.first();
    }
    return tx<SignInAccount[]>`
      select ${columns(tx)} from accounts a where a.id = ${proved.accountId} for no key update`.first();
  },

  /**
   * Reads the facts in a separate statement, because the snapshot of `lockAccount` may predate its wait for
   * the lock.
   */
  async readFacts(
    tx: Queryable,
    accountId: string,
    browser: { readonly preSessionHash: Buffer; readonly devices: readonly string[] },
  ): Promise<SignInRows> {
    const [row] = await tx<SignInRows[]>`
      select exists (select from authenticator_apps where account_id = ${accountId}) as has_app,
        exists (select from passkeys where account_id = ${accountId}) as has_passkey,
        (select coalesce(max(id), 0) from legal_versions where requires_agreement)::int as legal_required,
        d.hash as device, d.is_remembered, s.amr as step_amr, s.token_hash as step_token_hash,
        s.link_provider, s.link_subject, s.link_name, (${recentEvents(tx, accountId)}) as recent
      from (select) as once
      left join lateral (${findDeviceOfAccount(tx, accountId, browser.devices)}) d on true
      left join sign_in_steps s on s.pre_session_hash = ${browser.preSessionHash} and s.account_id = ${accountId}
        and s.expires_at > now()`;
    if (!row) throw new Error('the facts of a sign-in were not read');
    return row;
  },

  async listRecent(sql: Queryable, accountId: string): Promise<readonly RecentEvent[]> {
    const [row] = await sql<{ recent: readonly RecentEvent[] }[]>`
      select (${recentEvents(sql, accountId)}) as recent`;
    return row?.recent ?? [];
  },

  /** Deletes the browser's unfinished sign-in, which another sign-in replaces or completes. */
  async deleteStep(tx: Queryable, accountId: string, preSessionHash: Buffer): Promise<void> {
    await tx`delete from sign_in_steps where pre_session_hash = ${preSessionHash} and account_id = ${accountId}`;
  },

  async insertStep(tx: Queryable, { ttlSeconds, link, ...step }: NewStep): Promise<void> {
    await tx`
      insert into sign_in_steps (pre_session_hash, account_id, amr, token_hash, method, is_persistent, link_provider,
        link_subject, link_name, expires_at)
      values (${step.preSessionHash}, ${step.accountId}, ${step.amr}::text[], ${step.tokenHash}, ${step.method},
        ${step.isPersistent}, ${link?.provider ?? null}, ${link?.subject ?? null}, ${link?.name ?? null}, now() + make_interval(secs => ${ttlSeconds}::int))`;
  },

  async insertSession(tx: Queryable, session: NewSession): Promise<void> {
    await tx`
      insert into sessions (id, token_hash, account_id, method, amr, is_persistent, user_agent, address,
        idle_seconds, idle_expires_at, expires_at, confirmed_at, legal_required)
      values (${session.id}, ${session.tokenHash}, ${session.accountId}, ${session.method}, ${session.amr}::text[],
        ${session.isPersistent}, ${session.userAgent}, ${session.address}, ${session.idleSeconds}::int,
        now() + make_interval(secs => ${session.idleSeconds}::int),
        now() + make_interval(secs => ${session.maxSeconds}::int),
        ${session.isConfirmed ? tx`now()` : null}, ${session.legalRequired}::int)`;
  },

  async deleteReplaced(tx: Queryable, tokenHash: Buffer): Promise<void> {
    const sessions = await tx<{ id: string }[]>`
      select id from sessions where token_hash = ${tokenHash} or former_token_hash = ${tokenHash} for update`;
    await deleteSessions(
      tx,
      sessions.map(({ id }) => id),
    );
  },

  /**
   * Locks and returns the surplus sessions of an account: expired sessions first, then the oldest, but never
   * `newId`. The subquery is needed because PostgreSQL would also lock the rows that an offset skips. Like
   * `SessionRepo.deleteAll`, the outer query locks in the order of ids. The account's lock lets concurrent
   * sign-ins see each other's sessions.
   */
  async lockSurplus(
    tx: Queryable,
    { accountId, newId, max }: { readonly accountId: string; readonly newId: string; readonly max: number },
  ): Promise<readonly { readonly id: string; readonly isLive: boolean }[]> {
    return tx<{ id: string; isLive: boolean }[]>`
      select id, idle_expires_at > now() and expires_at > now() as is_live from sessions
      where id = any(array(
        select id from sessions where account_id = ${accountId} and id <> ${newId}
        order by (idle_expires_at > now() and expires_at > now()) desc, created_at desc, id desc
        offset ${max - 1}::int))
      order by id for update`;
  },

  hasProvedCode: (sql: Queryable, phone: string, preSessionHash: Buffer) =>
    sql`
      select from sign_in_steps s join accounts a on a.id = s.account_id
      where s.pre_session_hash = ${preSessionHash} and a.phone = ${phone} and 'otp' = any(s.amr)
        and s.expires_at > now()`.hasRows(),
};
