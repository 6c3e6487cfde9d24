import { decodeJwt } from 'jose';
import { errors, Provider, type Adapter, type AdapterPayload } from 'oidc-provider';
import { batchCalls } from '#database/batch.ts';
import type { Sql } from '#database/connection.ts';
import type { Keys } from '#lib/keys.ts';
import type { RequestLimit } from '#platform/limits/sign-on-limit.ts';
import { toSeconds } from '#oidc/provider/ttl.ts';
import { callerAddressKey, callerOf } from './caller-address.ts';
import { endReusedGrant, type Reuse } from './grants.ts';
import { currentState, takeOnce, type PendingExchange } from './request-state.ts';
import {
  expiryIn,
  hashId,
  hashUserCode,
  newRows,
  rowColumns,
  rowValues,
  storedColumns,
  tables,
  type Model,
  type NewRow,
} from './rows.ts';
import { storableJson } from './storable-json.ts';
import { createTokenLookup, isTokenModel, type StoredRow } from './tokens.ts';

type Deps = {
  readonly sql: Sql;
  readonly lookups: Sql;
  readonly keys: Keys;
  readonly requestLimit: RequestLimit;
};

/** Models whose rows anyone can create without signing in. */
const anonymousModels: ReadonlySet<Model> = new Set(['Interaction', 'DeviceCode']);

/** Stores one of the library's models in its table. Rows hold hashes of ids, never the ids. */
export function createRowAdapter(model: Model, { sql, lookups, keys, requestLimit }: Deps): Adapter {
  const table = sql(tables[model]);
  const findToken = isTokenModel(model) ? createTokenLookup(lookups, model) : undefined;

  const insertAll = async (rows: readonly NewRow[]): Promise<readonly undefined[]> => {
    const { count } = await sql`
      insert into ${table} as t ${rowColumns(sql)} select ${rowValues(sql)} from ${newRows(sql, rows)}
      on conflict (id_hash) do update set payload = excluded.payload, grant_id = excluded.grant_id,
        account_id = excluded.account_id, session_id = excluded.session_id, expires_at = excluded.expires_at
      where ${model !== 'ReplayDetection'}::boolean or t.expires_at <= now()`;
    // Inserting the same assertion or proof again changes no row (RFC 9449 section 11.1).
    if (count < rows.length) throw new errors.InvalidRequest('already used');
    return rows.map(() => undefined);
  };
  // Codes have random ids and are saved once, so several can share a statement.
  const insert =
    model === 'AuthorizationCode' ? batchCalls(insertAll) : async (row: NewRow) => insertAll([row]);

  /**
   * Counts a row that anyone can create. VID's own endpoints update these rows without a request to the library.
   * @throws TemporarilyUnavailable (RFC 6749 section 4.1.2.1)
   */
  const requireRoom = async (): Promise<void> => {
    const addressKey = callerAddressKey();
    if (addressKey === undefined || !anonymousModels.has(model)) return;
    if ((await requestLimit(addressKey)) > 0)
      throw new errors.TemporarilyUnavailable('too many requests from this network');
  };

  const findRow = async (id: string): Promise<StoredRow | undefined> => {
    const idHash = hashId(keys, model, id);
    if (findToken) return findToken(idHash);
    const [row] = await lookups<StoredRow[]>`
      select ${storedColumns(lookups)} ${model === 'Interaction' ? lookups`, r.created_at` : lookups``}
      from ${table} r where r.id_hash = ${idHash} and r.expires_at > now()`;
    return row;
  };

  return {
    async upsert(id, payload, expiresIn) {
      const row = toRow(keys, model, { id, payload, expiresIn });
      await requireRoom();
      const exchange = currentState()?.pendingExchange;
      if (exchange && model === 'AccessToken') exchange.accessToken = row;
      else if (exchange && model === 'RefreshToken') exchange.refreshToken = row;
      else await insert(row);
    },
    async find(id) {
      const ahead = model === 'Grant' ? takeOnce(currentState()?.grants, id) : undefined;
      if (ahead === null) return undefined;
      if (ahead) return { ...ahead, jti: id };
      const row = await findRow(id);
      return row && toPayload(row, id);
    },
    async consume(id) {
      const idHash = hashId(keys, model, id);
      const state = currentState();
      if (state && isExchanged(model)) {
        // Consumed together with storing the new tokens, after the library has finished; see `token-exchange.ts`.
        state.pendingExchange = { model, idHash };
        return;
      }
      const { count } = await sql`
        update ${table} set consumed_at = now() where id_hash = ${idHash} and consumed_at is null`;
      if (count === 0) throw new errors.InvalidRequestUri('already used');
    },
    async destroy(id) {
      const reuse = model === 'Grant' ? currentReuse() : undefined;
      if (reuse) await endReusedGrant(sql, id, reuse);
      else await sql`delete from ${table} where id_hash = ${hashId(keys, model, id)}`;
    },
    async revokeByGrantId(grantId) {
      await sql`delete from ${table} where grant_id = ${grantId}`;
    },
    // VID's own screens look up user codes (device.repo.ts); the library does not.
    findByUserCode: () => Promise.resolve(undefined),
    findByUid: () => Promise.resolve(undefined),
  };
}

/** The library ends a grant at the token endpoint for one reason: a code or refresh token was used again. */
function currentReuse(): Reuse | undefined {
  const { ctx } = Provider;
  if (ctx?.oidc.route !== 'token' || !ctx.oidc.client) return undefined;
  return { clientId: ctx.oidc.client.clientId, caller: callerOf(ctx.req) };
}

function isExchanged(model: Model): model is PendingExchange['model'] {
  return model === 'AuthorizationCode' || model === 'RefreshToken' || model === 'DeviceCode';
}

type Saved = {
  readonly id: string;
  readonly payload: AdapterPayload;
  readonly expiresIn: number | undefined;
};

function toRow(keys: Keys, model: Model, { id, payload, expiresIn }: Saved): NewRow {
  const { jti: _secret, userCode, ...rest } = payload;
  // A pushed request is one JWT, but the request that uses it stores each parameter. Check those here.
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
    expiresInSeconds: expiresIn ?? 0,
  };
}

/**
 * An interaction contains two secrets: the session cookie, which is never read again, and its own id at the end of
 * `returnTo`.
 */
function withoutSecrets({ session, returnTo, ...rest }: AdapterPayload, id: string): AdapterPayload {
  const { cookie: _cookie, ...withoutCookie } = session ?? {};
  return {
    ...rest,
    ...(session ? { session: withoutCookie } : {}),
    ...(returnTo === undefined ? {} : { returnTo: returnTo.slice(0, returnTo.lastIndexOf(id)) }),
  };
}

/** Replaces the times that the library compares: they were written by a process whose clock may differ. */
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
