import { sql, type SQL } from 'drizzle-orm';

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
