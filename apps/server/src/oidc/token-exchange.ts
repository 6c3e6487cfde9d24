import type { Sql } from '../database/connection.ts';

/** A row of one of the provider's tables, its secret hashed. */
export type StoredRow = {
  readonly idHash: Buffer;
  readonly payload: string;
  readonly grantId: string | null;
  readonly accountId: string | null;
  readonly clientId: string | null;
  readonly sessionId: string | null;
  readonly expiresIn: number;
};

/** What `POST /token` uses up, and what it issues for that. */
export type TokenExchange = {
  readonly table: 'oidc_authorization_codes' | 'oidc_refresh_tokens' | 'oidc_device_codes';
  readonly idHash: Buffer;
  accessToken: StoredRow | undefined;
  refreshToken: StoredRow | undefined;
};

/**
 * Uses up a code or refresh token and stores what was issued for it, by one statement: of parallel uses exactly one
 * changes the row (RFC 6749 section 4.1.2), and an outage never leaves the application with neither, whose repeat
 * would be taken for theft and end the whole grant (RFC 9700 section 4.14.2). False when it was used up already.
 */
export async function settleExchange(sql: Sql, exchange: TokenExchange): Promise<boolean> {
  const { accessToken: access, refreshToken: refresh } = exchange;
  const values = (row: StoredRow | undefined) => sql`
    ${row?.idHash ?? null}::bytea, ${row?.payload ?? null}::jsonb, ${row?.grantId ?? null}::text,
    ${row?.accountId ?? null}::text, ${row?.clientId ?? null}::text, ${row?.sessionId ?? null}::text,
    now() + make_interval(secs => ${row?.expiresIn ?? 0})`;
  const columns = sql`(id_hash, payload, grant_id, account_id, client_id, session_id, expires_at)`;
  const used = await sql`
    with used as (
      update ${sql(exchange.table)} set consumed_at = now()
      where id_hash = ${exchange.idHash} and consumed_at is null returning id_hash
    ), access as (
      insert into oidc_access_tokens ${columns} select ${values(access)} from used where ${access !== undefined}::boolean
    ), refresh as (
      insert into oidc_refresh_tokens ${columns} select ${values(refresh)} from used where ${refresh !== undefined}::boolean
    )
    select from used`;
  return used.length > 0;
}
