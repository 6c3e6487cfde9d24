import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Use } from '#consent/application-uses.policy.ts';
import { noteUses } from '#consent/application-uses.ts';
import { batchCalls } from '#database/batch.ts';
import type { Sql } from '#database/connection.ts';
import type { Config } from '#config/config.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { Counters } from '#platform/limits/counters.ts';
import { callerOf } from '#oidc/provider/caller-address.ts';
import { endReusedGrant } from './grants.ts';
import { stateOf, type Exchange, type ExchangedModel } from '#oidc/store/request-state.ts';
import { newRows, rowColumns, rowValues, tables, type Model } from '#oidc/store/rows.ts';

type Deps = {
  readonly sql: Sql;
  readonly audit: Audit;
  readonly counters: Pick<Counters, 'hitInOrder'>;
  readonly config: Pick<Config, 'tokensAccountClientHour'>;
};

export type TokenExchange = (ctx: KoaContextWithOIDC, runGrant: () => Promise<void>) => Promise<void>;

/**
 * Runs a grant type of the token endpoint. oidc-provider checks the code or refresh token, its grant and its
 * session, and creates the tokens. The use and the tokens are written only after these checks succeed, so a
 * request that is refused or fails in an outage does not use up the code or refresh token. Used refresh
 * tokens are kept until they expire, so the exchanges per account and client are limited; otherwise a script
 * could create any number of rows.
 * @throws InvalidGrant if another request has used the code or token in the meantime, TemporarilyUnavailable
 * above the limit
 */
export function createTokenExchange({ sql, audit, counters, config }: Deps): TokenExchange {
  // Requests in the same turn of the event loop share a statement (ADR 13).
  const exchangesOf = (model: ExchangedModel) =>
    batchCalls((exchanges: readonly Exchange[]) => useAndIssue(sql, model, exchanges));
  const exchange = {
    AuthorizationCode: exchangesOf('AuthorizationCode'),
    RefreshToken: exchangesOf('RefreshToken'),
    DeviceCode: exchangesOf('DeviceCode'),
  };
  const noteApplicationUse = batchCalls(async (uses: readonly Use[]) => {
    await noteUses(sql, uses);
    return uses;
  });

  return async (ctx, runGrant) => {
    const state = stateOf(ctx);
    state.exchange = {};
    await runGrant();
    const { used, accessToken, refreshToken } = state.exchange;
    if (!used) return;
    await limitExchanges(ctx);
    const use = applicationUseOf(ctx);
    // Record the use first, so that even after a fault no application holds a token without a recorded use.
    if (use) await noteApplicationUse(use);
    if (await exchange[used.model]({ used, accessToken, refreshToken })) return;
    // A device may poll twice at the same time. Any other reuse may be theft (RFC 9700 section 4.14.2).
    if (used.model !== 'DeviceCode') await endGrantIfReused(used, ctx);
    throw new errors.InvalidGrant('already consumed');
  };

  async function limitExchanges({ oidc: { client, entities } }: KoaContextWithOIDC): Promise<void> {
    const key = `tokens:${client?.clientId}:${entities.AccessToken?.accountId}`;
    const limit = { windowSeconds: 3_600, limit: config.tokensAccountClientHour };
    const [hit] = await counters.hitInOrder([{ key, ...limit }]);
    if (hit?.isOver) throw new errors.TemporarilyUnavailable('too many tokens for this account');
  }

  /** Ends the grant in its own transaction, which the refusal does not roll back. */
  async function endGrantIfReused(
    { model, idHash }: Exchange['used'],
    ctx: KoaContextWithOIDC,
  ): Promise<void> {
    // A row that expired or ended with its session is not reuse.
    const [reused] = await sql<{ grantId: string; clientId: string }[]>`
      select grant_id, client_id from ${sql(tables[model])} where id_hash = ${idHash} and consumed_at is not null`;
    if (!reused) return;
    const { grantId, clientId } = reused;
    await endReusedGrant(sql, audit, grantId, { clientId, caller: callerOf(ctx.req) });
  }
}

/**
 * Uses codes or refresh tokens and stores the tokens issued for them. Returns for each exchange whether it
 * was the first use.
 *
 * Of all requests with the same code, even in one batch, only one updates its row (RFC 6749 section 4.1.2).
 * Rows are locked in the order of their ids, so that two processes cannot deadlock. One statement instead of
 * a transaction saves CPU time of PostgreSQL (ADR 13).
 */
export async function useAndIssue(
  sql: Sql,
  model: Model,
  exchanges: readonly Exchange[],
): Promise<readonly boolean[]> {
  const table = sql(tables[model]);
  const hashes = exchanges.map(({ used }) => used.idHash.toString('hex'));
  const accessTokens = exchanges.map(({ accessToken }) => accessToken);
  const refreshTokens = exchanges.map(({ refreshToken }) => refreshToken);
  const first = await sql<{ place: number }[]>`
    with used as (
      update ${table} u set consumed_at = now()
      from (
        select id_hash, place from unnest(${hashes}::text[]) with ordinality h (hash, place)
        join ${table} on id_hash = decode(hash, 'hex') order by id_hash for update
      ) locked
      where u.id_hash = locked.id_hash and u.consumed_at is null
      returning place
    ), access_tokens as (
      insert into oidc_access_tokens ${rowColumns(sql)}
      select ${rowValues(sql)} from used join ${newRows(sql, accessTokens)} using (place) where r.id_hash is not null
    ), refresh_tokens as (
      insert into oidc_refresh_tokens ${rowColumns(sql)}
      select ${rowValues(sql)} from used join ${newRows(sql, refreshTokens)} using (place) where r.id_hash is not null
    )
    select place::int from used`;
  const places = new Set(first.map(({ place }) => place));
  return exchanges.map((_exchange, index) => places.has(index + 1));
}

function applicationUseOf({ oidc: { client, entities } }: KoaContextWithOIDC): Use | undefined {
  const { AccessToken: issued } = entities;
  if (!client || !issued) return undefined;
  const scopes = issued.scope?.split(' ') ?? [];
  return { accountId: issued.accountId, applicationId: String(client['vid_application_id']), scopes };
}
