import { and, eq, gt, sql } from 'drizzle-orm';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Database } from '../database/connection.ts';
import { accounts, sessions } from '../database/schema.ts';
import { oidcSessions } from '../database/sso-schema.ts';
import type { Keys } from '../lib/keys.ts';

export type SessionSource = Adapter;

type Row = {
  id: string;
  accountId: string;
  method: string;
  authenticatedAt: Date;
  expiresAt: Date;
  authorizations: Record<string, unknown> | null;
  state: Record<string, unknown> | null;
};

/**
 * The library's session is VID's own: the same cookie, the same row. It is only ever read here; what the
 * library remembers of it (which clients were signed in to) lies beside it and goes with it. So a session
 * that ended anywhere has ended for every protocol, with nothing to keep in step.
 */
export function createSessionSource(db: Database, keys: Keys): SessionSource {
  const isAlive = and(
    gt(sessions.idleExpiresAt, sql`now()`),
    gt(sessions.expiresAt, sql`now()`),
    eq(accounts.status, 'active'),
  );
  const columns = {
    id: sessions.id,
    accountId: sessions.accountId,
    method: sessions.method,
    authenticatedAt: sessions.authenticatedAt,
    expiresAt: sql<Date>`least(${sessions.idleExpiresAt}, ${sessions.expiresAt})`.mapWith(sessions.expiresAt),
    authorizations: oidcSessions.authorizations,
    state: oidcSessions.state,
  };
  const base = () =>
    db
      .select(columns)
      .from(sessions)
      .innerJoin(accounts, eq(accounts.id, sessions.accountId))
      .leftJoin(oidcSessions, eq(oidcSessions.sessionId, sessions.id));
  const byToken = base()
    .where(and(eq(sessions.tokenHash, sql.placeholder('tokenHash')), isAlive))
    .prepare('oidc_session_by_token');
  const byUid = base()
    .where(and(eq(sessions.id, sql.placeholder('id')), isAlive))
    .prepare('oidc_session_by_uid');

  const save = db
    .insert(oidcSessions)
    .values({
      sessionId: sql.placeholder('sessionId'),
      accountId: sql.placeholder('accountId'),
      authorizations: sql.placeholder('authorizations'),
      state: sql.placeholder('state'),
    })
    .onConflictDoUpdate({
      target: oidcSessions.sessionId,
      set: { authorizations: sql`excluded.authorizations`, state: sql`excluded.state` },
      // Most visits change nothing: then nothing is written.
      setWhere: sql`(oidc_sessions.authorizations, oidc_sessions.state) is distinct from (excluded.authorizations, excluded.state)`,
    })
    .prepare('oidc_session_save');

  const toPayload = (row: Row | undefined, jti: string): AdapterPayload | undefined =>
    row && {
      kind: 'Session',
      jti,
      uid: row.id,
      accountId: row.accountId,
      loginTs: Math.floor(row.authenticatedAt.getTime() / 1000),
      amr: amrOf(row.method),
      acr: acrOf(row.method),
      exp: Math.floor(row.expiresAt.getTime() / 1000),
      iat: Math.floor(row.authenticatedAt.getTime() / 1000),
      authorizations: (row.authorizations ?? {}) as NonNullable<AdapterPayload['authorizations']>,
      ...(row.state ? { state: row.state } : {}),
    };

  return {
    async find(token) {
      if (!/^[\w-]{43}$/u.test(token)) return undefined;
      const [row] = await byToken.execute({ tokenHash: keys.hashSecret(token) });
      return toPayload(row, token);
    },
    async findByUid(uid) {
      const [row] = await byUid.execute({ id: uid });
      return toPayload(row, uid);
    },
    async upsert(_token, payload) {
      // Only sign-in makes sessions; an anonymous one of the library is not kept.
      if (payload.uid?.startsWith('ses_') !== true || payload.accountId === undefined) return;
      await save.execute({
        sessionId: payload.uid,
        accountId: payload.accountId,
        authorizations: payload.authorizations ?? {},
        state: payload.state ?? null,
      });
    },
    async destroy(token) {
      await db.delete(sessions).where(eq(sessions.tokenHash, keys.hashSecret(token)));
    },
    consume: () => Promise.resolve(),
    findByUserCode: () => Promise.resolve(undefined),
    revokeByGrantId: () => Promise.resolve(),
  };
}

/** RFC 8176 authentication method references. */
export function amrOf(method: string): string[] {
  return method === 'password' ? ['pwd'] : ['otp', 'sms'];
}

/** How the session was begun, as a class that an application may ask for. */
export function acrOf(method: string): string {
  return method === 'password' ? 'urn:vid:acr:password' : 'urn:vid:acr:otp';
}
