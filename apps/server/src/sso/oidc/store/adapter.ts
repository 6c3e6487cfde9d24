import { decodeJwt } from 'jose';
import { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import type { Sql } from '#database/connection.ts';
import { oidcTableNames, type OidcModel } from './tables.ts';
import type { Keys } from '#lib/keys.ts';
import { isCarrier, type CarrierSource, type StoredPayload } from './carriers.ts';
import type { ClientSource } from './clients.ts';
import { currentScope, takeOnce } from './request-scope.ts';
import type { SessionSource } from './session-source.ts';
import { toJson } from './to-json.ts';
import {
  createSettleExchange,
  type StoreCode,
  type StoredRow,
  type TokenExchange,
} from './token-exchange.ts';

type Parts = {
  readonly sql: Sql;
  readonly lookups: Sql;
  readonly keys: Keys;
  readonly clients: ClientSource;
  readonly sessions: SessionSource;
  readonly carriers: CarrierSource;
  readonly storeCode: StoreCode;
};

/** What oidc-provider stores. Ids are bearer secrets: rows know them as hashes only. */
export function createAdapterFactory(parts: Parts): (name: string) => Adapter {
  return (name) => {
    if (name === 'Client') return { ...refusingAdapter('Client'), find: (id) => parts.clients.find(id) };
    if (name === 'Session') return parts.sessions;
    if (isModel(name)) return recordAdapter(name, parts);
    // Features that need another model are off; the library still asks for an adapter of each.
    return refusingAdapter(name);
  };
}

function isModel(name: string): name is OidcModel {
  return Object.hasOwn(oidcTableNames, name);
}

/** Their use is followed by tokens that are issued for it, and counts with them only; see `token-exchange.ts`. */
const exchanged: ReadonlyMap<OidcModel, TokenExchange['table']> = new Map([
  ['AuthorizationCode', 'oidc_authorization_codes'],
  ['RefreshToken', 'oidc_refresh_tokens'],
  ['DeviceCode', 'oidc_device_codes'],
]);

function recordAdapter(name: OidcModel, { sql, lookups, keys, carriers, storeCode }: Parts): Adapter {
  const table = sql(oidcTableNames[name]);
  const hashOf = (id: string): Buffer => keys.hashSecret(`${name}:${id}`);

  const find = async (id: string): Promise<StoredPayload | undefined> => {
    if (isCarrier(name)) return carriers.find(name, id);
    const [row] = await lookups<StoredPayload[]>`
      select payload, extract(epoch from consumed_at)::int as consumed
      from ${table} where id_hash = ${hashOf(id)} and expires_at > now()`;
    return row;
  };

  const store = async (row: StoredRow, userCode: string | undefined): Promise<void> => {
    const { count } = await sql`
      insert into ${table} as t (id_hash, payload, grant_id, account_id, client_id, session_id, user_code, expires_at)
      values (${row.idHash}::bytea, ${row.payload}::text::jsonb, ${row.grantId}::text,
        ${row.accountId}::text, ${row.clientId}::text, ${row.sessionId}::text,
        ${userCode === undefined ? null : hashUserCode(keys, userCode)}::text,
        now() + make_interval(secs => ${row.expiresIn}))
      on conflict (id_hash) do update set payload = excluded.payload, grant_id = excluded.grant_id,
        account_id = excluded.account_id, session_id = excluded.session_id, expires_at = excluded.expires_at
      where ${name !== 'ReplayDetection'}::boolean or t.expires_at <= now()`;
    // Of two equal assertions or proofs the second changes no row (RFC 9449 section 11.1).
    if (count === 0) throw new errors.InvalidRequest('already used');
  };

  return {
    async upsert(id, payload, expiresIn) {
      // The id is the secret itself, the user code is nearly one: the row holds neither in the clear.
      const { jti: _id, userCode, ...rest } = payload;
      const kept = name === 'Interaction' ? withoutSecrets(rest, id) : rest;
      // A pushed request is a token of parameters, which the request it stands for keeps one by one.
      if (name === 'PushedAuthorizationRequest' && payload.request !== undefined)
        toJson(decodeJwt(payload.request));
      const row: StoredRow = {
        idHash: hashOf(id),
        payload: toJson(kept),
        grantId: payload.grantId ?? null,
        accountId: payload.accountId ?? null,
        clientId: payload.clientId ?? null,
        sessionId: payload.sessionUid ?? null,
        expiresIn: expiresIn ?? 0,
      };
      const { draft, exchange } = currentScope() ?? {};
      if (draft && name === 'AuthorizationCode') draft.row = row;
      else if (name === 'AuthorizationCode') await storeCode(row);
      else if (exchange && name === 'AccessToken') exchange.accessToken = row;
      else if (exchange && name === 'RefreshToken') exchange.refreshToken = row;
      else await store(row, userCode);
    },
    async find(id) {
      if (name === 'Grant') {
        const grant = takeOnce(currentScope()?.grants, id);
        if (grant !== undefined) return grant === null ? undefined : { ...grant, jti: id };
      }
      const row = await find(id);
      if (!row) return undefined;
      const { returnTo } = row.payload;
      return {
        ...row.payload,
        jti: id,
        // A release before this one wrote it whole.
        ...(typeof returnTo === 'string' && !returnTo.endsWith(id) ? { returnTo: returnTo + id } : {}),
        ...(row.consumed === null ? {} : { consumed: row.consumed }),
      };
    },
    // Codes that people type are looked up by VID's own screen (device.repo.ts), never by the library's.
    findByUserCode: () => Promise.resolve(undefined),
    findByUid: () => Promise.resolve(undefined),
    async consume(id) {
      const scope = currentScope();
      const exchangedTable = exchanged.get(name);
      if (scope && exchangedTable) {
        scope.exchange = {
          table: exchangedTable,
          idHash: hashOf(id),
          accessToken: undefined,
          refreshToken: undefined,
        };
        return;
      }
      // Of parallel uses exactly one changes the row (RFC 6749 section 4.1.2: a code is used once).
      const { count } = await sql`
        update ${table} set consumed_at = now() where id_hash = ${hashOf(id)} and consumed_at is null`;
      if (count > 0) return;
      if (name === 'PushedAuthorizationRequest') throw new errors.InvalidRequestUri('already used');
      throw new errors.InvalidGrant('already consumed');
    },
    async destroy(id) {
      await sql`delete from ${table} where id_hash = ${hashOf(id)}`;
    },
    async revokeByGrantId(grantId) {
      await sql`delete from ${table} where id_hash in (${lockedOfGrant(sql, oidcTableNames[name], grantId)})`;
    },
  };
}

/**
 * Of a request that waits for the person: the library notes the cookie of the browser's session, which nobody asks for,
 * and the way back, which ends with the request's own id.
 */
function withoutSecrets({ session, returnTo, ...kept }: AdapterPayload, id: string): AdapterPayload {
  const { cookie: _cookie, ...about } = session ?? {};
  return {
    ...kept,
    ...(session ? { session: about } : {}),
    ...(returnTo === undefined ? {} : { returnTo: returnTo.slice(0, returnTo.lastIndexOf(id)) }),
  };
}

/**
 * Settles the exchange of the request that is being answered, if it has one. False where the code or refresh token was
 * used up meanwhile: whoever comes second holds a copy, so what came of it ends, as with a later reuse. (A device asks
 * again and again, and may ask twice at once.)
 */
export function createSettle(sql: Sql, keys: Keys): () => Promise<boolean> {
  const settleExchange = createSettleExchange(sql);
  return async () => {
    const exchange = currentScope()?.exchange;
    if (!exchange || (await settleExchange(exchange))) return true;
    if (exchange.table === 'oidc_device_codes') return false;
    // One that has run out, or ended with its session, since it was looked up is no copy.
    const [copy] = await sql<{ grantId: string }[]>`
      select grant_id as "grantId" from ${sql(exchange.table)}
      where id_hash = ${exchange.idHash} and consumed_at is not null`;
    if (copy) await revokeGrant(sql, keys, copy.grantId);
    return false;
  };
}

/** Ends a grant with everything that was issued under it: no token is good without its grant. */
async function revokeGrant(sql: Sql, keys: Keys, grantId: string): Promise<void> {
  const locked = (table: string) => lockedOfGrant(sql, table, grantId);
  await sql`
    with grants as (delete from oidc_grants where id_hash = ${hashGrantId(keys, grantId)}),
      codes as (delete from oidc_authorization_codes where id_hash in (${locked('oidc_authorization_codes')})),
      tokens as (delete from oidc_access_tokens where grant_id = ${grantId})
    delete from oidc_refresh_tokens where id_hash in (${locked('oidc_refresh_tokens')})`;
}

/** In the order in which exchanges lock them, so that neither waits for the other in a circle. */
function lockedOfGrant(sql: Sql, table: string, grantId: string) {
  return sql`select id_hash from ${sql(table)} where grant_id = ${grantId} order by id_hash for update`;
}

export function hashGrantId(keys: Keys, grantId: string): Buffer {
  return keys.hashSecret(`Grant:${grantId}`);
}

/** Few letters, so a plain hash could be searched through: keyed. */
export function hashUserCode(keys: Keys, userCode: string): string {
  return keys.pepper('device-code', userCode).toString('base64url');
}

function refusingAdapter(name: string): Adapter {
  const refuse = (): Promise<never> => Promise.reject(new Error(`${name} is not stored`));
  return {
    upsert: refuse,
    find: () => Promise.resolve(undefined),
    findByUserCode: () => Promise.resolve(undefined),
    findByUid: () => Promise.resolve(undefined),
    consume: refuse,
    destroy: () => Promise.resolve(),
    revokeByGrantId: () => Promise.resolve(),
  };
}
