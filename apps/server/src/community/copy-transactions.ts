import type { Fragment, Queryable } from '#database/connection.ts';

/**
 * Sign-in replaces the browser's pre-session. This copies its validated sign-on requests to the new one, once for each
 * row of `source`. They are not moved, because a browser that loses the response repeats the request with its old
 * pre-session.
 */
export function copyTransactions(
  sql: Queryable,
  hashes: { readonly from: Buffer; readonly to: Buffer },
  source: Fragment,
): Fragment {
  return sql`
    insert into sso_transactions (pre_session_hash, client_id, redirect_uri, created_at, expires_at)
    select ${hashes.to}::bytea, t.client_id, t.redirect_uri, t.created_at, t.expires_at
    from sso_transactions t, ${source} where t.pre_session_hash = ${hashes.from}::bytea and t.expires_at > now()`;
}
