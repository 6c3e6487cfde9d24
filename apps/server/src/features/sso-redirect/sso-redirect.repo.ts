import { and, eq, gt, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../database/connection.ts';
import { ssoTransactions } from '../../database/sso-schema.ts';

/** A validated request lives this long: time to sign up or to reset a password on the way. */
export const transactionSeconds = 600;

/**
 * Signing in renews the pre-session, and the requests that led there go with the browser: a part of the statement
 * that begins its session, for each row of `source`. Copied, not moved: after a lost answer the browser asks again
 * with the pre-session that it still has.
 */
export function copyTransactions(from: unknown, to: unknown, source: SQL): SQL {
  return sql`
    insert into sso_transactions (pre_session_hash, client_id, redirect_uri, created_at, expires_at)
    select ${to}::bytea, t.client_id, t.redirect_uri, t.created_at, t.expires_at
    from sso_transactions t, ${source} where t.pre_session_hash = ${from}::bytea and t.expires_at > now()`;
}

export function createSsoRedirectRepo(db: Database) {
  const find = db
    .select({ redirectUri: ssoTransactions.redirectUri })
    .from(ssoTransactions)
    .where(
      and(
        eq(ssoTransactions.preSessionHash, sql.placeholder('preSessionHash')),
        eq(ssoTransactions.clientId, sql.placeholder('clientId')),
        gt(ssoTransactions.expiresAt, sql`now()`),
      ),
    )
    .prepare('sso_transaction_find');
  const expiresAt = sql`now() + make_interval(secs => ${transactionSeconds})`;

  return {
    /** One browser has one transaction for a client; the latest address counts. */
    async save(row: { preSessionHash: Buffer; clientId: string; redirectUri: string }): Promise<void> {
      await db
        .insert(ssoTransactions)
        .values({ ...row, expiresAt })
        .onConflictDoUpdate({
          target: [ssoTransactions.preSessionHash, ssoTransactions.clientId],
          set: { redirectUri: row.redirectUri, expiresAt },
        });
    },
    async find(preSessionHash: Buffer, clientId: string): Promise<string | undefined> {
      const [row] = await find.execute({ preSessionHash, clientId });
      return row?.redirectUri;
    },
  };
}

export type SsoRedirectRepo = ReturnType<typeof createSsoRedirectRepo>;
