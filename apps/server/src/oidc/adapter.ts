import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import type { Database } from '../database/connection.ts';
import { oidcTables, type OidcModel } from '../database/sso-schema.ts';
import type { Keys } from '../lib/keys.ts';
import type { ClientSource } from './clients.ts';
import type { SessionSource } from './session-source.ts';

type Parts = {
  readonly db: Database;
  readonly keys: Keys;
  readonly clients: ClientSource;
  readonly sessions: SessionSource;
};

/** What oidc-provider stores, each kind in a table of its own; ids are bearer secrets and stored as hashes. */
export function createAdapterFactory(parts: Parts): (name: string) => Adapter {
  return (name) => {
    if (name === 'Client') return clientAdapter(parts.clients);
    if (name === 'Session') return parts.sessions;
    if (isModel(name)) return recordAdapter(name, parts.db, parts.keys);
    // Features that need another model are off; the library still asks for an adapter of each.
    return refusingAdapter(name);
  };
}

function isModel(name: string): name is OidcModel {
  return Object.hasOwn(oidcTables, name);
}

function recordAdapter(name: OidcModel, db: Database, keys: Keys): Adapter {
  const table = oidcTables[name];
  const hashOf = (id: string): Buffer => keys.hashSecret(`${name}:${id}`);
  const isAlive = or(isNull(table.expiresAt), gt(table.expiresAt, sql`now()`));
  // A spent refresh token must still be recognised after its time: its reuse revokes the family.
  const columns = { payload: table.payload, consumedAt: table.consumedAt };
  const findById = db
    .select(columns)
    .from(table)
    .where(and(eq(table.idHash, sql.placeholder('idHash')), isAlive))
    .prepare(`oidc_find_${name}`);
  const consumeById = db
    .update(table)
    .set({ consumedAt: sql`now()` })
    .where(and(eq(table.idHash, sql.placeholder('idHash')), isNull(table.consumedAt)))
    .returning({ idHash: table.idHash })
    .prepare(`oidc_consume_${name}`);
  const insert = db
    .insert(table)
    .values({
      idHash: sql.placeholder('idHash'),
      payload: sql.placeholder('payload'),
      grantId: sql.placeholder('grantId'),
      accountId: sql.placeholder('accountId'),
      clientId: sql.placeholder('clientId'),
      sessionId: sql.placeholder('sessionId'),
      userCode: sql.placeholder('userCode'),
      expiresAt: sql`now() + make_interval(secs => ${sql.placeholder('ttl')})`,
    })
    .onConflictDoUpdate({
      target: table.idHash,
      set: {
        payload: sql`excluded.payload`,
        grantId: sql`excluded.grant_id`,
        accountId: sql`excluded.account_id`,
        sessionId: sql`excluded.session_id`,
        expiresAt: sql`excluded.expires_at`,
      },
    })
    .prepare(`oidc_upsert_${name}`);

  const restore = (
    id: string | undefined,
    row: { payload: Record<string, unknown>; consumedAt: Date | null } | undefined,
  ) =>
    row && {
      ...row.payload,
      ...(id === undefined ? {} : { jti: id }),
      ...(row.consumedAt ? { consumed: Math.floor(row.consumedAt.getTime() / 1000) } : {}),
    };

  return {
    async upsert(id, payload, expiresIn) {
      // The id is the secret itself: the row must not hold it in the clear.
      const { jti: _id, ...kept } = payload;
      await insert.execute({
        idHash: hashOf(id),
        payload: kept,
        grantId: payload.grantId ?? null,
        accountId: payload.accountId ?? null,
        clientId: payload.clientId ?? null,
        sessionId: payload.sessionUid ?? null,
        userCode: payload.userCode ?? null,
        ttl: expiresIn ?? 0,
      });
    },
    async find(id) {
      const [row] = await findById.execute({ idHash: hashOf(id) });
      return restore(id, row);
    },
    async findByUserCode(userCode) {
      const [row] = await db
        .select(columns)
        .from(table)
        .where(and(eq(table.userCode, userCode), isAlive));
      return restore(undefined, row);
    },
    findByUid: () => Promise.resolve(undefined),
    async consume(id) {
      // Of parallel uses exactly one changes the row (RFC 6749 section 4.1.2: a code is used once).
      const rows = await consumeById.execute({ idHash: hashOf(id) });
      if (rows.length === 0) throw new errors.InvalidGrant('already consumed');
    },
    async destroy(id) {
      await db.delete(table).where(eq(table.idHash, hashOf(id)));
    },
    async revokeByGrantId(grantId) {
      await db.delete(table).where(eq(table.grantId, grantId));
    },
  };
}

function clientAdapter(clients: ClientSource): Adapter {
  return { ...refusingAdapter('Client'), find: (id) => clients.find(id) };
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

export type StoredPayload = AdapterPayload;
