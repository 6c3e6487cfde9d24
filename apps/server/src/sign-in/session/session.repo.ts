import type { Queryable, Sql } from '#database/connection.ts';
import type { SessionsRow } from '#database/tables.ts';
import {
  accountColumns,
  extraColumns,
  noExtras,
  toSession,
  withExtras,
  type CurrentSession,
  type Extras,
  type FoundRow,
  type FullSession,
} from './session-columns.ts';
import { touchEverySeconds } from './session.policy.ts';

/**
 * Queries of sessions. Expiry is judged by the database's clock.
 * `lookups` serves the look-up that every call of a signed-in account begins with.
 */
export function createSessionRepo(sql: Sql, lookups: Sql) {
  return {
    /** The live session of an active account, with the account. */
    async find(tokenHash: Buffer) {
      const [row] = await lookups<FoundRow[]>`
        select s.id, s.method, s.is_persistent, s.authenticated_at,
          s.last_seen_at < now() - make_interval(secs => ${touchEverySeconds}::int) as may_touch,
          ${accountColumns(lookups)}
        from sessions s join accounts a on a.id = s.account_id
        where s.token_hash = ${tokenHash} and s.idle_expires_at > now() and s.expires_at > now()
          and a.status = 'active'`;
      return row && toSession(row);
    },

    /** Adds what only enterprises and owners of applications have; for all others without a query. */
    async complete(session: CurrentSession): Promise<FullSession> {
      if (!session.hasExtras) return withExtras(session, noExtras);
      const accountId = session.account.id;
      const [extras] = await lookups<Extras[]>`
        select ${extraColumns(lookups, lookups`a.id`)}
        from accounts a left join enterprises e on e.account_id = a.id where a.id = ${accountId}`;
      return withExtras(session, extras ?? noExtras);
    },

    async touch(id: string): Promise<void> {
      await sql`
        update sessions set last_seen_at = now(), idle_expires_at = now() + make_interval(secs => idle_seconds)
        where id = ${id}`;
    },

    async deleteByTokenHash(tx: Queryable, tokenHash: Buffer) {
      const [row] = await tx<Pick<SessionsRow, 'id' | 'accountId'>[]>`
        delete from sessions where token_hash = ${tokenHash} returning id, account_id`;
      return row;
    },

    /** Whether the session is alive; it then stays so until the transaction ends. */
    async holdAlive(tx: Queryable, id: string): Promise<boolean> {
      const { count } = await tx`
        select from sessions where id = ${id} and idle_expires_at > now() and expires_at > now() for update`;
      return count > 0;
    },

    async deleteOne(tx: Queryable, accountId: string, id: string): Promise<boolean> {
      const { count } = await tx`delete from sessions where id = ${id} and account_id = ${accountId}`;
      return count > 0;
    },

    /** Ends every session of an account, except `exceptId` if given. Returns how many ended. */
    async deleteAll(tx: Queryable, accountId: string, exceptId?: string): Promise<number> {
      // Tokens that outlive sessions (offline access) end here too: none is valid without its grant.
      await tx`delete from oidc_grants where account_id = ${accountId}`;
      const { count } = await tx`
        delete from sessions where account_id = ${accountId} and id is distinct from ${exceptId ?? null}`;
      return count;
    },

    async list(accountId: string) {
      return sql<SessionsRow[]>`
        select * from sessions where account_id = ${accountId} and idle_expires_at > now() and expires_at > now()
        order by last_seen_at desc limit 100`;
    },

    /** Deletes up to `limit` expired rows, so that no lock is held for long. */
    async deleteExpired(limit: number): Promise<number> {
      const { count } = await sql`
        delete from sessions where id in (
          select id from sessions where least(idle_expires_at, expires_at) < now() limit ${limit})`;
      return count;
    },
  };
}

export type SessionRepo = ReturnType<typeof createSessionRepo>;
