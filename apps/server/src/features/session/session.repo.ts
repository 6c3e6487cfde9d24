import { and, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../database/connection.ts';
import { accounts, enterprises, passwordCredentials, sessions } from '../../database/schema.ts';
import { touchEverySeconds } from './session.policy.ts';

const isAlive = and(gt(sessions.idleExpiresAt, sql`now()`), gt(sessions.expiresAt, sql`now()`));

export type NewSession = Pick<
  typeof sessions.$inferInsert,
  'id' | 'tokenHash' | 'accountId' | 'method' | 'isPersistent' | 'userAgent' | 'address' | 'idleSeconds'
> & { readonly maxSeconds: number };

/** Queries of sessions. Expiry is judged by the database's clock, never by this machine's. */
export function createSessionRepo(db: Database) {
  /** “Who am I”, the hottest query there is: one prepared look-up by unique index and primary keys. */
  const findByTokenHash = db
    .select({
      id: sessions.id,
      isPersistent: sessions.isPersistent,
      mayTouch: sql<boolean>`${sessions.lastSeenAt} < now() - make_interval(secs => ${touchEverySeconds}::int)`,
      authenticatedAt: sessions.authenticatedAt,
      method: sessions.method,
      account: accounts,
      enterprise: enterprises,
      mustChangePassword: passwordCredentials.mustChange,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .leftJoin(enterprises, eq(enterprises.accountId, accounts.id))
    .leftJoin(passwordCredentials, eq(passwordCredentials.accountId, accounts.id))
    .where(and(eq(sessions.tokenHash, sql.placeholder('tokenHash')), isAlive, eq(accounts.status, 'active')))
    .prepare('session_find_by_token');

  return {
    async find(tokenHash: Buffer) {
      const [row] = await findByTokenHash.execute({ tokenHash });
      return row;
    },
    async insert(tx: Queryable, session: NewSession): Promise<void> {
      const { maxSeconds, ...row } = session;
      await tx.insert(sessions).values({
        ...row,
        idleExpiresAt: sql`now() + make_interval(secs => ${row.idleSeconds})`,
        expiresAt: sql`now() + make_interval(secs => ${maxSeconds})`,
      });
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
export type SessionRow = NonNullable<Awaited<ReturnType<SessionRepo['find']>>>;
