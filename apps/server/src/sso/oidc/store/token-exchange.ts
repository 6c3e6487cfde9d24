import type { Sql } from '#database/connection.ts';
import { revokeGrant } from './grants.ts';
import { stateOf, type PendingExchange } from './request-state.ts';
import { rowColumns, rowValues, tables, type NewRow } from './rows.ts';

/** The parts of the library's context that contain the response of an exchange. */
type TokenResponse = { status: number; body: unknown };

/**
 * Completes a token request after the library has prepared its response. By then the library has checked the client,
 * the code or refresh token, its grant and its session, and has created the new tokens. `row-adapter.ts` has collected
 * what to consume and store, but nothing is written yet, so an error response consumes nothing.
 */
export async function completeTokenRequest(sql: Sql, ctx: TokenResponse): Promise<void> {
  const { pendingExchange } = stateOf(ctx);
  if (!pendingExchange || ctx.status >= 400) return;
  if (await consumeAndIssue(sql, pendingExchange)) return;
  // A polling device may send its code twice at the same time. Any other second use may be theft (RFC 9700 section
  // 4.14.2).
  if (pendingExchange.model !== 'DeviceCode') await revokeReused(sql, pendingExchange);
  ctx.status = 400;
  ctx.body = { error: 'invalid_grant', error_description: 'grant request is invalid' };
}

/**
 * The update decides the race. Of parallel requests with the same code, only one changes the row (RFC 6749 section
 * 4.1.2). The same statement stores the tokens, so an outage affects both or neither. If a code could be consumed
 * without storing its tokens, the application's retry would look like theft and end the grant.
 */
export async function consumeAndIssue(
  sql: Sql,
  { model, idHash, accessToken, refreshToken }: PendingExchange,
): Promise<boolean> {
  const insert = (table: string, row: NewRow | undefined) =>
    row
      ? sql`insert into ${sql(table)} ${rowColumns(sql)} select ${rowValues(sql, row)} from consumed`
      : sql`select`;
  const consumed = await sql`
    with consumed as (
      update ${sql(tables[model])} set consumed_at = now()
      where id_hash = ${idHash} and consumed_at is null
      returning id_hash
    ),
    access_token as (${insert(tables.AccessToken, accessToken)}),
    refresh_token as (${insert(tables.RefreshToken, refreshToken)})
    select id_hash from consumed`;
  return consumed.length === 1;
}

/** Revoke only if the row was consumed. A row that has expired or ended with its session was not reused. */
async function revokeReused(sql: Sql, { model, idHash }: PendingExchange): Promise<void> {
  const [reused] = await sql<{ grantId: string }[]>`
    select grant_id from ${sql(tables[model])}
    where id_hash = ${idHash} and consumed_at is not null`;
  if (reused) await revokeGrant(sql, reused.grantId);
}
