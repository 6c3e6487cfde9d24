import {
  accountColumns,
  enterpriseColumns,
  fromAccount,
  isDeletionRequested,
  joinActiveAccount,
} from '#account/account-sql.ts';
import { mustAgree } from '#account/legal/legal.repo.ts';
import { hasSecondFactor } from '#account/two-step/two-step.repo.ts';
import { batchReads } from '#database/batch.ts';
import type { Queryable, Sql } from '#database/connection.ts';
import type { SessionsRow } from '#database/tables.ts';
import { deleteSessions, endGrantsOf } from './delete-sessions.ts';
import {
  noExtras,
  provesRole,
  toSession,
  withExtras,
  type CurrentSession,
  type Extras,
  type FullSession,
  type ManagedApplications,
  type SessionRow,
} from './session-columns.ts';
import { formerTokenSeconds, freshSeconds, touchEverySeconds } from './session.policy.ts';

type Deps = {
  readonly sql: Sql;
  /** Separate connections for the session lookup of every signed-in request. */
  readonly lookups: Sql;
  readonly managedApplications: ManagedApplications;
};

export function createSessionRepo({ sql, lookups, managedApplications: managed }: Deps) {
  const manager = sql`a.id`;
  const sessionColumns = (on: Queryable) => on`
    s.id, s.method, s.amr, s.is_persistent, s.authenticated_at,
    s.authenticated_at > now() - make_interval(secs => ${freshSeconds}::int) as is_new,
    s.authenticated_at > s.created_at as is_renewed,
    coalesce(s.confirmed_at > now() - make_interval(secs => ${freshSeconds}::int), false) as is_confirmed,
    s.last_seen_at < now() - make_interval(secs => ${touchEverySeconds}::int) as may_touch,
    ${accountColumns(on)}, ${managed.exist(on, manager)} as owns_applications,
    ${mustAgree(on)} as must_agree, ${isDeletionRequested(on)} as must_decide_deletion`;
  const addExtras = async (on: Queryable, session: CurrentSession): Promise<FullSession> => {
    if (!session.hasExtras) return withExtras(session, noExtras);
    const [extras] = await on<Extras[]>`
      select ${enterpriseColumns(on)}, ${managed.list(on, manager)} as managed
      ${fromAccount(on, session.account.id)}`;
    return withExtras(session, extras ?? noExtras);
  };
  const findRow = batchReads<string, SessionRow & { hashHex: string }>({
    readAll: (hashes) => lookups<(SessionRow & { hashHex: string })[]>`
      select k.hash_hex, found.* from unnest(${[...hashes]}::text[]) k (hash_hex), lateral (
        select ${sessionColumns(lookups)}
        from sessions s ${joinActiveAccount(lookups, lookups`s.account_id`)} and ${provesRole(lookups)}
        where s.token_hash = decode(k.hash_hex, 'hex') and s.idle_expires_at > now() and s.expires_at > now()
        limit 1) found`,
    nameOf: (hashHex) => hashHex,
    nameOfRow: ({ hashHex }) => hashHex,
  });
  return {
    /**
     * Returns the session of a token; undefined if no live session has the token. A replaced token still finds
     * its session for a minute, but without a recent sign-in or verification.
     */
    async find(tokenHash: Buffer): Promise<CurrentSession | undefined> {
      const row = await findRow(tokenHash.toString('hex'));
      if (row) return toCurrent(lookups, row);
      const [former] = await lookups<SessionRow[]>`
        select ${sessionColumns(lookups)}
        from sessions s ${joinActiveAccount(lookups, lookups`s.account_id`)} and ${provesRole(lookups)}
        where s.former_token_hash = ${tokenHash} and s.idle_expires_at > now() and s.expires_at > now()
          and s.authenticated_at > now() - make_interval(secs => ${formerTokenSeconds}::int)`;
      return former && toCurrent(lookups, { ...former, isNew: false, isConfirmed: false });
    },

    /** Returns a session that this transaction has written, with all fields of its account. */
    async getNew(tx: Queryable, id: string): Promise<FullSession> {
      const [row] = await tx<SessionRow[]>`
        select ${sessionColumns(tx)} from sessions s join accounts a on a.id = s.account_id where s.id = ${id}`;
      if (!row) throw new Error('the session was not written');
      return addExtras(tx, await toCurrent(tx, row));
    },

    /** Adds the enterprise and application-owner fields, with a query only for accounts that have them. */
    addExtras: (session: CurrentSession): Promise<FullSession> => addExtras(lookups, session),

    /**
     * Updates the session's last use. The update commits asynchronously, because reads must not wait for it;
     * a crash may lose it.
     */
    async touch(id: string): Promise<void> {
      await sql`
        with commit as materialized (select set_config('synchronous_commit', 'off', true))
        update sessions set last_seen_at = now(), idle_expires_at = now() + make_interval(secs => idle_seconds)
        from commit where id = ${id}`;
    },

    async deleteByTokenHash(tx: Queryable, tokenHash: Buffer) {
      const [row] = await tx<Pick<SessionsRow, 'id' | 'accountId'>[]>`
        select id, account_id from sessions where token_hash = ${tokenHash} or former_token_hash = ${tokenHash}
        for update`;
      if (row) await deleteSessions(tx, [row.id]);
      return row;
    },

    /** Replaces the token of a session; a repeated call changes nothing. */
    async replaceToken(tx: Queryable, id: string, hashes: { former: Buffer; next: Buffer }): Promise<void> {
      await tx`
        update sessions set token_hash = ${hashes.next}, former_token_hash = ${hashes.former}
        where id = ${id} and token_hash = ${hashes.former}`;
    },

    /**
     * Records that a live session has verified the password or a passkey again. Returns false if the session
     * has ended.
     */
    confirm: (tx: Queryable, id: string, amr: 'pwd' | 'pop') =>
      tx`
        update sessions s set authenticated_at = now(), confirmed_at = now(),
          amr = case when ${amr} = any (s.amr) then s.amr else s.amr || ${amr}::text end
        where s.id = ${id} and s.idle_expires_at > now() and s.expires_at > now()`.hasRows(),

    /**
     * Records that a locked session has been verified again by a code, which does not confirm sensitive
     * changes. The session then proves no more than a sign-in by code; otherwise an old session could pass
     * for a new sign-in by passkey.
     */
    async renew(tx: Queryable, id: string): Promise<void> {
      await tx`update sessions set authenticated_at = now(), amr = '{otp,sms}' where id = ${id}`;
    },

    lockLive: (tx: Queryable, id: string) =>
      tx`
        select from sessions where id = ${id} and idle_expires_at > now() and expires_at > now() for update`.hasRows(),

    /**
     * Ends a session; false if the account has no such session. `endsAccess` also ends the session's grants, and the
     * account's unfinished sign-ins and QR requests, because a QR request does not name the session that approved it.
     */
    async deleteOne(
      tx: Queryable,
      accountId: string,
      id: string,
      { endsAccess = false } = {},
    ): Promise<boolean> {
      const { count } = await tx`
        select from sessions where id = ${id} and account_id = ${accountId} for update`;
      if (count === 0) return false;
      if (endsAccess) {
        await endGrantsOf(tx, id);
        await deleteUnfinished(tx, accountId);
      }
      await deleteSessions(tx, [id]);
      return true;
    },

    /**
     * Ends every session of an account except `exceptId`, and all its unfinished sign-ins, QR requests and
     * grants; returns the number of ended sessions. Offline tokens outlive their session, but no token is valid
     * without its grant.
     *
     * A concurrent sign-on may be recording its grant. Locking the sessions first, in a separate statement,
     * waits for the sign-on; only a later statement sees the grant.
     */
    async deleteAll(tx: Queryable, accountId: string, exceptId?: string): Promise<number> {
      const sessions = await tx<{ id: string }[]>`
        select id from sessions where account_id = ${accountId} and id is distinct from ${exceptId ?? null}
        order by id for update`;
      await deleteSessions(
        tx,
        sessions.map(({ id }) => id),
      );
      await deleteUnfinished(tx, accountId);
      await tx`delete from oidc_grants where account_id = ${accountId}`;
      return sessions.length;
    },

    async list(accountId: string) {
      return sql<SessionsRow[]>`
        select * from sessions where account_id = ${accountId} and idle_expires_at > now() and expires_at > now()
        order by last_seen_at desc limit 100`;
    },

    async deleteExpired(limit: number): Promise<number> {
      return sql.begin(async (tx) => {
        const expired = await tx<{ id: string }[]>`
          select id from sessions where least(idle_expires_at, expires_at) < now() limit ${limit}
          for update skip locked`;
        await deleteSessions(
          tx,
          expired.map(({ id }) => id),
        );
        return expired.length;
      });
    },
  };
}

async function deleteUnfinished(tx: Queryable, accountId: string): Promise<void> {
  await tx`delete from sign_in_steps where account_id = ${accountId}`;
  await tx`delete from qr_requests where account_id = ${accountId}`;
}

async function toCurrent(on: Queryable, row: SessionRow): Promise<CurrentSession> {
  const isAdmin = row.role === 'admin';
  return toSession(row, { mustSetUpTwoStep: isAdmin && !(await hasSecondFactor(on, row.accountId)) });
}

export type SessionRepo = ReturnType<typeof createSessionRepo>;
