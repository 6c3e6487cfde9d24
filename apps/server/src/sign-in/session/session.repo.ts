import { and, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { Database, Queryable, Sql } from '#database/connection.ts';
import { sessions } from '#database/schema.ts';
import { oidcTables } from '#database/sso-schema.ts';
import { askTogether } from '#database/together.ts';
import { createSessionBegin } from './session-begin.ts';
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

const isAlive = and(gt(sessions.idleExpiresAt, sql`now()`), gt(sessions.expiresAt, sql`now()`));

const findText = `
  select t.place::int, s.id, s.method, s.is_persistent as "isPersistent",
    s.authenticated_at as "authenticatedAt",
    s.last_seen_at < now() - interval '${touchEverySeconds} s' as "mayTouch", ${accountColumns}
  from unnest($1::bytea[]) with ordinality as t (hash, place)
  join sessions s on s.token_hash = t.hash
  join accounts a on a.id = s.account_id
  where s.idle_expires_at > now() and s.expires_at > now() and a.status = 'active'`;

const extrasText = `
  select t.place::int, ${extraColumns('t.id')}
  from unnest($1::text[]) with ordinality as t (id, place)
  left join enterprises e on e.account_id = t.id`;

/**
 * Queries of sessions. Expiry is judged by the database's clock, never by this machine's.
 * `lookups` are the connections of the look-up that every call of a signed-in person begins with.
 */
export function createSessionRepo(db: Database, client: Sql, lookups: Sql) {
  const findRow = askTogether<Buffer, FoundRow>(lookups, findText, [['bytea', (tokenHash) => tokenHash]]);
  const findExtras = askTogether<string, Extras>(lookups, extrasText, [['text', (accountId) => accountId]]);
  return {
    begin: createSessionBegin(client),
    /**
     * “Who am I”, the hottest query there is: one prepared look-up by unique index and primary key for all requests
     * that arrive together, of the columns that the answer needs of everybody.
     * Without Drizzle, whose long text and mapping cost a tenth of the whole call.
     */
    async find(tokenHash: Buffer) {
      const row = await findRow(tokenHash);
      return row ? toSession(row) : undefined;
    },
    /** The few who have more than that cost one look-up more, where it is asked for. */
    async complete(session: CurrentSession): Promise<FullSession> {
      const extras = session.hasExtras ? await findExtras(session.account.id) : null;
      return withExtras(session, extras ?? noExtras);
    },
    async touch(id: string): Promise<void> {
      await db
        .update(sessions)
        .set({
          lastSeenAt: sql`now()`,
          idleExpiresAt: sql`now() + make_interval(secs => ${sessions.idleSeconds})`,
        })
        .where(eq(sessions.id, id));
    },
    async deleteByTokenHash(tx: Queryable, tokenHash: Buffer) {
      const [row] = await tx
        .delete(sessions)
        .where(eq(sessions.tokenHash, tokenHash))
        .returning({ id: sessions.id, accountId: sessions.accountId });
      return row;
    },
    /** Whether a session still lives, which it then does until the transaction ends. */
    async holdAlive(tx: Queryable, id: string): Promise<boolean> {
      const rows = await tx
        .select({ id: sessions.id })
        .from(sessions)
        .where(and(eq(sessions.id, id), isAlive))
        .for('update');
      return rows.length > 0;
    },
    async deleteOne(tx: Queryable, accountId: string, id: string): Promise<boolean> {
      const rows = await tx
        .delete(sessions)
        .where(and(eq(sessions.id, id), eq(sessions.accountId, accountId)))
        .returning({ id: sessions.id });
      return rows.length > 0;
    },
    /** Ends every session of an account, but for one where it is given. Returns how many ended. */
    async deleteAll(tx: Queryable, accountId: string, exceptId?: string): Promise<number> {
      // Tokens that outlive sessions (offline access) end here too: none is good without its grant.
      await tx.delete(oidcTables.Grant).where(eq(oidcTables.Grant.accountId, accountId));
      const rows = await tx
        .delete(sessions)
        .where(
          and(
            eq(sessions.accountId, accountId),
            exceptId === undefined ? undefined : ne(sessions.id, exceptId),
          ),
        )
        .returning({ id: sessions.id });
      return rows.length;
    },
    list(accountId: string) {
      return db
        .select()
        .from(sessions)
        .where(and(eq(sessions.accountId, accountId), isAlive))
        .orderBy(desc(sessions.lastSeenAt))
        .limit(100);
    },
    /** Rows past their end, some at a time so that no lock is held for long. */
    async deleteExpired(limit: number): Promise<number> {
      const old = db
        .select({ id: sessions.id })
        .from(sessions)
        .where(sql`least(${sessions.idleExpiresAt}, ${sessions.expiresAt}) < now()`)
        .limit(limit);
      const rows = await db.delete(sessions).where(inArray(sessions.id, old)).returning({ id: sessions.id });
      return rows.length;
    },
  };
}

export type SessionRepo = ReturnType<typeof createSessionRepo>;
