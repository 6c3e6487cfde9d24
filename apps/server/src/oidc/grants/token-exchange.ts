import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Use } from '#consent/application-uses.policy.ts';
import { noteUses } from '#consent/application-uses.ts';
import { batchCalls } from '#database/batch.ts';
import type { Queryable, Sql } from '#database/connection.ts';
import type { Audit } from '#platform/audit/audit.ts';
import { callerOf } from '#oidc/provider/caller-address.ts';
import { endReusedGrant } from './grants.ts';
import { stateOf, type Exchange } from '#oidc/store/request-state.ts';
import { storeRows, tables, type Model } from '#oidc/store/rows.ts';

/** Models whose rows are exchanged for tokens, in the order in which a batch locks them. */
const exchangedModels: readonly Model[] = ['AuthorizationCode', 'RefreshToken', 'DeviceCode'];

export type TokenExchange = (ctx: KoaContextWithOIDC, runGrant: () => Promise<void>) => Promise<void>;

/**
 * Runs a grant of the token endpoint. The library checks the code or refresh token, its grant and its session, and
 * creates the tokens. Nothing is written before the grant has succeeded, so a request that is refused or fails in an
 * outage has used nothing.
 * @throws InvalidGrant if another request has used the code or token since this request read it
 */
export function createTokenExchange(sql: Sql, audit: Audit): TokenExchange {
  const exchange = batchCalls((exchanges: readonly Exchange[]) => useAndIssue(sql, exchanges));

  return async (ctx, runGrant) => {
    const state = stateOf(ctx);
    state.exchange = {};
    await runGrant();
    const { used, accessToken, refreshToken } = state.exchange;
    // A grant of client credentials uses nothing.
    if (!used) return;
    const isFirstUse = await exchange({ used, accessToken, refreshToken, use: useOf(ctx) });
    if (isFirstUse) return;
    // A device may poll twice at the same time. Any other second use may be theft (RFC 9700 section 4.14.2).
    if (used.model !== 'DeviceCode') await endGrantOf(used, ctx);
    throw new errors.InvalidGrant('already consumed');
  };

  /** Ends the grant in a separate transaction, which the refusal does not roll back. */
  async function endGrantOf({ model, idHash }: Exchange['used'], ctx: KoaContextWithOIDC): Promise<void> {
    // A row that expired or ended with its session was not used twice.
    const [reused] = await sql<{ grantId: string; clientId: string }[]>`
      select grant_id, client_id from ${sql(tables[model])} where id_hash = ${idHash} and consumed_at is not null`;
    if (!reused) return;
    const { grantId, clientId } = reused;
    await endReusedGrant(sql, audit, grantId, { clientId, caller: callerOf(ctx.req) });
  }
}

/**
 * Uses codes and refresh tokens and stores the tokens issued for them. Requests of the same turn of the event loop
 * share the transaction, because separate transactions take half as much CPU time of PostgreSQL again (ADR 13). Returns
 * for each exchange whether it was the first use.
 */
export async function useAndIssue(sql: Sql, exchanges: readonly Exchange[]): Promise<readonly boolean[]> {
  return sql.begin(async (tx) => {
    const first: Exchange[] = [];
    for (const model of exchangedModels) {
      const asked = exchanges.filter(({ used }) => used.model === model);
      if (asked.length > 0) first.push(...(await consume(tx, model, asked)));
    }
    await Promise.all([
      storeRows(
        tx,
        'AccessToken',
        first.flatMap(({ accessToken }) => accessToken ?? []),
      ),
      storeRows(
        tx,
        'RefreshToken',
        first.flatMap(({ refreshToken }) => refreshToken ?? []),
      ),
      noteUses(
        tx,
        first.flatMap(({ use }) => use ?? []),
      ),
    ]);
    return exchanges.map((exchange) => first.includes(exchange));
  });
}

/**
 * Decides the race: of all requests with a code, one updates its row (RFC 6749 section 4.1.2), also within a batch. The
 * rows are locked in the order of their ids, so that batches of two processes cannot deadlock.
 */
async function consume(tx: Queryable, model: Model, asked: readonly Exchange[]): Promise<Exchange[]> {
  const table = tx(tables[model]);
  const byHash = new Map(asked.map((exchange) => [exchange.used.idHash.toString('hex'), exchange]));
  const consumed = await tx<{ hash: string }[]>`
    update ${table} r set consumed_at = now()
    from (
      select id_hash from unnest(${[...byHash.keys()]}::text[]) h (hash)
      join ${table} on id_hash = decode(hash, 'hex') order by id_hash for update
    ) locked
    where r.id_hash = locked.id_hash and r.consumed_at is null
    returning encode(r.id_hash, 'hex') as hash`;
  return consumed.flatMap(({ hash }) => byHash.get(hash) ?? []);
}

function useOf({ oidc: { client, entities } }: KoaContextWithOIDC): Use | undefined {
  const { AccessToken: issued } = entities;
  if (!client || !issued) return undefined;
  const scopes = issued.scope?.split(' ') ?? [];
  return { accountId: issued.accountId, applicationId: String(client['vid_application_id']), scopes };
}
