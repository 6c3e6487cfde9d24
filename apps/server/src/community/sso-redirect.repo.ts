import type { Sql } from '#database/connection.ts';

/** Lifetime of a validated redirect URI; long enough to sign up or to reset a password. */
const transactionSeconds = 600;

export function createSsoRedirectRepo(sql: Sql) {
  return {
    /** Stores a validated redirect URI in place of the browser's earlier one for the client. */
    async save(row: { preSessionHash: Buffer; clientId: string; redirectUri: string }): Promise<void> {
      await sql`
        insert into sso_transactions (pre_session_hash, client_id, redirect_uri, expires_at)
        values (${row.preSessionHash}, ${row.clientId}, ${row.redirectUri},
          now() + make_interval(secs => ${transactionSeconds}))
        on conflict (pre_session_hash, client_id) do update set
          redirect_uri = excluded.redirect_uri, expires_at = excluded.expires_at`;
    },
  };
}
