import { decodeJwt } from 'jose';
import { errors, Provider, type Adapter, type AdapterPayload } from 'oidc-provider';
import { findKeyGiver, lockSecret } from '#applications/clients/lookups.ts';
import { batchCalls, batchReads } from '#database/batch.ts';
import type { Keys } from '#lib/keys.ts';
import type { RequestLimit } from '#platform/limits/sign-on-limit.ts';
import type { Platform } from '#platform/platform.ts';
import { toSeconds } from '#oidc/provider/ttl.ts';
import { callerOf, networkOf } from '#oidc/provider/caller-address.ts';
import { endReusedGrant } from '#oidc/grants/grants.ts';
import { currentState } from './request-state.ts';
import {
  deleteSurplusGrants,
  expiryIn,
  hashId,
  hashUserCode,
  storeRows,
  tables,
  type Model,
  type NewRow,
  type StoredRow,
} from './rows.ts';
import { storableJson } from './storable-json.ts';

export type StoreDeps = Pick<Platform, 'sql' | 'lookups' | 'keys' | 'audit'>;
export type RowDeps = StoreDeps & { readonly requestLimit: RequestLimit };

/**
 * Routes that authenticate the client before they store its assertion or proof. On other routes, anyone can
 * send a proof that names a client, so it must not count against the client's limit.
 */
const authenticatedRoutes: ReadonlySet<string> = new Set([
  'token',
  'pushed_authorization_request',
  'device_authorization',
  'introspection',
  'revocation',
]);

/**
 * Stores a model of oidc-provider in its table. A row is found by the hash of its id; the id itself is not
 * stored in it.
 */
export function createRowAdapter(model: Model, deps: RowDeps) {
  const { sql, lookups, keys, audit, requestLimit } = deps;
  /**
   * Counts rows that a network or client can create at will. Calls outside oidc-provider's requests, from
   * VID's own endpoints, are not counted.
   * @throws TemporarilyUnavailable (RFC 6749 section 4.1.2.1) above the limit
   */
  const requireRoom = async (): Promise<void> => {
    const { ctx } = Provider;
    if (!ctx) return;
    const { route, client } = ctx.oidc;
    const isPushed = route === 'pushed_authorization_request';
    if (model === 'ReplayDetection') {
      const hasAuthenticated = authenticatedRoutes.has(route) && client && client.clientAuthMethod !== 'none';
      const wait = await requestLimit.ofProofs(
        hasAuthenticated ? `client:${client.clientId}` : `network:${networkOf(ctx.req)}`,
      );
      if (wait > 0) throw new errors.TemporarilyUnavailable('too many proofs from this caller');
    } else if (
      model === 'Interaction' ||
      model === 'DeviceCode' ||
      (isPushed && client?.clientAuthMethod === 'none')
    ) {
      if ((await requestLimit.ofNetwork(networkOf(ctx.req))) > 0)
        throw new errors.TemporarilyUnavailable('too many requests from this network');
    } else if (client && (isPushed || model === 'ClientCredentials')) {
      if ((await requestLimit.ofClient(client.clientId)) > 0)
        throw new errors.TemporarilyUnavailable('too many requests from this client');
    }
  };

  const findRow = batchReads<string, StoredRow & { hashHex: string }>({
    readAll: (hashes) => lookups<(StoredRow & { hashHex: string })[]>`
      select k.hash_hex, found.* from unnest(${[...hashes]}::text[]) k (hash_hex), lateral (
        select payload, consumed_at, extract(epoch from expires_at - now())::float8 as seconds_left
          ${model === 'Interaction' ? lookups`, created_at` : lookups``}
        from ${lookups(tables[model])} where id_hash = decode(k.hash_hex, 'hex') and expires_at > now()
        limit 1) found`,
    nameOf: (hashHex) => hashHex,
    nameOfRow: ({ hashHex }) => hashHex,
  });

  /**
   * Stores codes. Codes of the same turn of the event loop share an insert, because this is the most frequent
   * write of single sign-on (ADR 13).
   */
  const storeCode = batchCalls(async (codes: readonly NewRow[]) => {
    await storeRows(sql, model, codes);
    return codes;
  });

  /**
   * Stores the token of a machine client together with the account that created the secret or set the keys,
   * because that account is responsible for the client. The return of that account to its owner waits for the
   * lock on the secret, and then deletes this token too.
   * @throws InvalidClientAuth if the secret has been revoked or the client has been deleted
   */
  const storeMachineToken = (row: NewRow): Promise<void> =>
    sql.begin(async (tx) => {
      const clientId = row.clientId ?? '';
      const secretHash = currentState()?.secretHash;
      const giver = await (secretHash === undefined
        ? findKeyGiver(tx, clientId)
        : lockSecret(tx, clientId, secretHash));
      if (!giver) throw new errors.InvalidClientAuth('the credential has been revoked');
      await storeRows(tx, model, [{ ...row, ...giver }]);
    });

  return {
    async upsert(id, payload, expiresInSeconds = 0) {
      const row = { ...toRow(keys, model, id, payload), expiresInSeconds };
      await requireRoom();
      const exchange = currentState()?.exchange;
      if (exchange && model === 'AccessToken') exchange.accessToken = row;
      else if (exchange && model === 'RefreshToken') exchange.refreshToken = row;
      else if (model === 'AuthorizationCode') await storeCode(row);
      else if (model === 'ClientCredentials') await storeMachineToken(row);
      // A replayed assertion or proof is not stored again (RFC 9449 section 11.1).
      else if ((await storeRows(sql, model, [row])) === 0) throw new errors.InvalidRequest('already used');
      if (model === 'Grant' && row.accountId !== null) await deleteSurplusGrants(sql, row.accountId);
    },

    async find(id) {
      const row = await findRow(hashId(keys, model, id).toString('hex'));
      return row && toPayload(row, id);
    },

    async consume(id) {
      const idHash = hashId(keys, model, id);
      const exchange = currentState()?.exchange;
      const isExchanged = model === 'AuthorizationCode' || model === 'RefreshToken' || model === 'DeviceCode';
      if (exchange && isExchanged) {
        exchange.used = { model, idHash };
        return;
      }
      const { count } = await sql`
        update ${sql(tables[model])} set consumed_at = now() where id_hash = ${idHash} and consumed_at is null`;
      if (count === 0) throw new errors.InvalidRequestUri('already used');
    },

    async destroy(id) {
      const { ctx } = Provider;
      // At the token endpoint, oidc-provider destroys a grant only if a code or token was reused.
      if (model === 'Grant' && ctx?.oidc.route === 'token' && ctx.oidc.client)
        await endReusedGrant(sql, audit, id, {
          clientId: ctx.oidc.client.clientId,
          caller: callerOf(ctx.req),
        });
      else await sql`delete from ${sql(tables[model])} where id_hash = ${hashId(keys, model, id)}`;
    },

    async revokeByGrantId(grantId) {
      // A code is invalid without its grant, so the purge may delete it later, and counts it if it was used.
      if (model === 'AuthorizationCode' || model === 'DeviceCode') return;
      await sql`delete from ${sql(tables[model])} where grant_id = ${grantId}`;
    },
  } satisfies Partial<Adapter>;
}

function toRow(
  keys: Keys,
  model: Model,
  id: string,
  payload: AdapterPayload,
): Omit<NewRow, 'expiresInSeconds'> {
  const { jti: _secret, userCode, nonce, ...rest } = payload;
  // A refreshed id token contains no nonce (OpenID Connect Core section 12.2).
  if (model !== 'RefreshToken' && nonce !== undefined) Object.assign(rest, { nonce });
  // A pushed request is stored as one JWT, but the request that uses it stores each parameter, so check the
  // parameters here.
  if (model === 'PushedAuthorizationRequest' && payload.request !== undefined)
    storableJson(decodeJwt(payload.request));
  return {
    idHash: hashId(keys, model, id),
    payload: storableJson(model === 'Interaction' ? withoutSecrets(rest, id) : rest),
    grantId: payload.grantId ?? null,
    accountId: payload.accountId ?? null,
    clientId: payload.clientId ?? null,
    sessionId: payload.sessionUid ?? null,
    userCodeHash: userCode === undefined ? null : hashUserCode(keys, userCode),
  };
}

/**
 * Removes the session cookie, which is never read again, and the interaction's id at the end of `returnTo`.
 */
function withoutSecrets({ session, returnTo, ...rest }: AdapterPayload, id: string): AdapterPayload {
  const { cookie: _cookie, ...withoutCookie } = session ?? {};
  return {
    ...rest,
    ...(session ? { session: withoutCookie } : {}),
    ...(returnTo === undefined ? {} : { returnTo: returnTo.slice(0, returnTo.lastIndexOf(id)) }),
  };
}

/**
 * Restores the id, and takes the times from the row's columns, because those in the payload may come from a
 * process with a skewed clock.
 */
function toPayload({ payload, consumedAt, secondsLeft, createdAt }: StoredRow, id: string): AdapterPayload {
  const { returnTo } = payload;
  return {
    ...payload,
    jti: id,
    exp: expiryIn(secondsLeft),
    ...(createdAt ? { iat: createdAt.getTime() / 1_000 } : {}),
    ...(typeof returnTo === 'string' ? { returnTo: returnTo + id } : {}),
    ...(consumedAt ? { consumed: toSeconds(consumedAt) } : {}),
  };
}
