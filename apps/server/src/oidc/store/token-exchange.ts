import { batchCalls } from '#database/batch.ts';
import type { Sql } from '#database/connection.ts';
import { callerOf } from './caller-address.ts';
import { revokeReusedGrant } from './grants.ts';
import { stateOf, type PendingExchange } from './request-state.ts';
import { newRows, rowColumns, rowValues, tables } from './rows.ts';

/** The parts of the library's context that an exchange needs. */
type TokenContext = { readonly req: object; status: number; body: unknown };

/**
 * Completes a token request after the library has prepared its response. By then the library has checked the client,
 * the code or refresh token, its grant and its session, and has created the new tokens. `row-adapter.ts` has collected
 * what to consume and store, but nothing is written yet, so an error response consumes nothing.
 */
export function createTokenExchange(sql: Sql): (ctx: TokenContext) => Promise<void> {
  const exchangesOf = (model: PendingExchange['model']) =>
    batchCalls<PendingExchange, boolean>((exchanges) => consumeAndIssue(sql, model, exchanges));
  const exchange = {
    AuthorizationCode: exchangesOf('AuthorizationCode'),
    RefreshToken: exchangesOf('RefreshToken'),
    DeviceCode: exchangesOf('DeviceCode'),
  };
  return async (ctx) => {
    const { pendingExchange } = stateOf(ctx);
    if (!pendingExchange || ctx.status >= 400) return;
    if (await exchange[pendingExchange.model](pendingExchange)) return;
    // A polling device may send its code twice at the same time. Any other second use may be theft (RFC 9700 section
    // 4.14.2).
    if (pendingExchange.model !== 'DeviceCode') await revokeReused(sql, pendingExchange, ctx.req);
    ctx.status = 400;
    ctx.body = { error: 'invalid_grant', error_description: 'grant request is invalid' };
  };
}

/**
 * Consumes codes or refresh tokens, stores the tokens issued for them, and returns for each whether it was consumed.
 *
 * The update decides the race. Of parallel requests with the same code, only one changes the row, even when they are in
 * the same batch (RFC 6749 section 4.1.2). The same statement stores the tokens, so an outage affects both or neither.
 * If a code could be consumed without storing its tokens, every retry would look like theft and end the grant. A retry
 * after a lost reply still does (see sso/README.md). Rows are locked in the order of their ids, so that batches of two
 * processes cannot deadlock.
 */
export async function consumeAndIssue(
  sql: Sql,
  model: PendingExchange['model'],
  exchanges: readonly PendingExchange[],
): Promise<readonly boolean[]> {
  const table = sql(tables[model]);
  const hashes = exchanges.map(({ idHash }) => idHash.toString('hex'));
  const accessTokens = exchanges.map(({ accessToken }) => accessToken);
  const refreshTokens = exchanges.map(({ refreshToken }) => refreshToken);
  const consumed = await sql<{ place: number }[]>`
    with asked as (
      select id_hash, place - 1 as place
      from unnest(${hashes}::text[]) with ordinality e (hash_hex, place)
      join ${table} on id_hash = decode(hash_hex, 'hex') order by id_hash for update
    ), consumed as (
      update ${table} r set consumed_at = now() from asked
      where r.id_hash = asked.id_hash and r.consumed_at is null
      returning asked.place
    ), access_tokens as (
      insert into oidc_access_tokens ${rowColumns(sql)}
      select ${rowValues(sql)} from consumed
      join ${newRows(sql, accessTokens)} using (place)
    ), refresh_tokens as (
      insert into oidc_refresh_tokens ${rowColumns(sql)}
      select ${rowValues(sql)} from consumed
      join ${newRows(sql, refreshTokens)} using (place)
    )
    select place::int from consumed`;
  const places = new Set(consumed.map(({ place }) => place));
  return exchanges.map((_exchange, place) => places.has(place));
}

/** Revoke only if the row was consumed. A row that has expired or ended with its session was not reused. */
async function revokeReused(sql: Sql, { model, idHash }: PendingExchange, request: object): Promise<void> {
  const [reused] = await sql<{ grantId: string; clientId: string | null }[]>`
    select grant_id, client_id from ${sql(tables[model])}
    where id_hash = ${idHash} and consumed_at is not null`;
  if (!reused) return;
  const { grantId, clientId } = reused;
  await revokeReusedGrant(sql, grantId, { clientId, caller: callerOf(request) });
}
