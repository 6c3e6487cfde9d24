import { and, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { Database, Queryable, Sql } from '../../database/connection.ts';
import {
  sessions,
  type AccountKind,
  type AccountStatus,
  type MemberObject,
  type Role,
} from '../../database/schema.ts';
import { oidcTables } from '../../database/sso-schema.ts';
import { createSessionBegin } from './session-begin.ts';
import { touchEverySeconds } from './session.policy.ts';

const isAlive = and(gt(sessions.idleExpiresAt, sql`now()`), gt(sessions.expiresAt, sql`now()`));

type FoundRow = {
  id: string;
  method: string;
  isPersistent: boolean;
  authenticatedAt: string;
  mayTouch: boolean;
  accountId: string;
  kind: AccountKind;
  status: AccountStatus;
  role: Role;
  phone: string;
  name: string | null;
  email: string | null;
  avatar: string | null;
  memberObject: MemberObject | null;
  province: string | null;
  referralCode: string;
  locale: string;
  enterpriseName: string | null;
  shortName: string | null;
  taxCode: string | null;
  representative: string | null;
  verifiedAt: string | null;
  mustChangePassword: boolean | null;
  managed: { id: string; code: string; name: string }[] | null;
};

/** Queries of sessions. Expiry is judged by the database's clock, never by this machine's. */
export function createSessionRepo(db: Database, client: Sql) {
  return {
    begin: createSessionBegin(client),
    /**
     * “Who am I”, the hottest query there is: one prepared look-up by unique index and primary keys, of the columns
     * that the answer needs. Without Drizzle, whose long text and mapping cost a tenth of the whole call.
     */
    async find(tokenHash: Buffer) {
      const [row] = await client<FoundRow[]>`
        select s.id, s.method, s.is_persistent as "isPersistent", s.authenticated_at as "authenticatedAt",
          s.last_seen_at < now() - make_interval(secs => ${touchEverySeconds}::int) as "mayTouch",
          a.id as "accountId", a.kind, a.status, a.role, a.phone, a.name, a.email, a.avatar,
          a.member_object as "memberObject", a.province, a.referral_code as "referralCode", a.locale,
          e.name as "enterpriseName", e.short_name as "shortName", e.tax_code as "taxCode", e.representative,
          e.verified_at as "verifiedAt", p.must_change as "mustChangePassword",
          (select json_agg(json_build_object('id', m.id, 'code', m.code, 'name', m.name) order by m.code)
            from applications m where m.owner_id = a.id) as managed
        from sessions s
        join accounts a on a.id = s.account_id
        left join enterprises e on e.account_id = a.id
        left join password_credentials p on p.account_id = a.id
        where s.token_hash = ${tokenHash} and s.idle_expires_at > now() and s.expires_at > now()
          and a.status = 'active'`;
      return row && toSession(row);
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

function toSession(row: FoundRow) {
  return {
    id: row.id,
    method: row.method,
    isPersistent: row.isPersistent,
    authenticatedAt: new Date(row.authenticatedAt),
    mayTouch: row.mayTouch,
    mustChangePassword: row.mustChangePassword,
    managableApplications: row.managed ?? [],
    account: {
      id: row.accountId,
      kind: row.kind,
      status: row.status,
      role: row.role,
      phone: row.phone,
      name: row.name,
      email: row.email,
      avatar: row.avatar,
      memberObject: row.memberObject,
      province: row.province,
      referralCode: row.referralCode,
      locale: row.locale,
    },
    enterprise:
      row.kind === 'enterprise'
        ? {
            name: row.enterpriseName,
            shortName: row.shortName,
            taxCode: row.taxCode,
            representative: row.representative,
            verifiedAt: row.verifiedAt === null ? null : new Date(row.verifiedAt),
          }
        : null,
  };
}

export type SessionRepo = ReturnType<typeof createSessionRepo>;
export type SessionRow = NonNullable<Awaited<ReturnType<SessionRepo['find']>>>;
