import { randomBytes } from 'node:crypto';
import { advisoryLocks } from '#database/advisory-locks.ts';
import type { Queryable, Sql } from '#database/connection.ts';
import type { DataKeysRow } from '#database/tables.ts';
import { counted } from '#lib/telemetry/counted.ts';
import { createKeys, type DataKey, type Keys } from '#lib/keys.ts';
import { program } from '#lib/program.ts';

/** The master key of the settings and, while it replaces another, the former one. */
export type MasterKeys = { readonly current: Buffer; readonly former?: Buffer | undefined };

const purpose = 'data-key';
const purposeOf = (id: number): string => `${purpose}:${id}`;

type Row = Pick<DataKeysRow, 'id' | 'sealed' | 'lostAt'>;

/**
 * The readable data keys, the current one first, and how the master keys of the settings relate to the data
 * keys.
 */
export type OpenedDataKeys = {
  readonly dataKeys: readonly DataKey[];
  /** Number of data keys that only the former master key opens. */
  readonly needFormer: number;
  /** Number of data keys that neither master key opens, without those declared lost. */
  readonly unreadable: number;
};

/**
 * Manages the data keys, from which the keys of all purposes are derived. The database stores the data keys
 * sealed with the master key, so a new master key requires only these few rows to be sealed again (ADR 41).
 */
export function createDataKeys(sql: Sql, masterKeys: MasterKeys) {
  const current = keysOfMaster(masterKeys.current);
  const former = masterKeys.former && keysOfMaster(masterKeys.former);

  const openRows = (rows: readonly Row[]) => {
    const opened = rows.map((row) => {
      const own = openRow(current, row);
      const bytes = own ?? (former && openRow(former, row));
      return { id: row.id, bytes, needsFormer: own === undefined, isLost: row.lostAt !== null };
    });
    return {
      dataKeys: opened.flatMap(({ id, bytes }) => (bytes ? [{ id, bytes }] : [])),
      needFormer: opened.filter(({ bytes, needsFormer }) => bytes && needsFormer).length,
      unreadable: opened.filter(({ bytes, isLost }) => !bytes && !isLost).length,
    };
  };
  const make = (id: number): Buffer => current.seal(purposeOf(id), randomBytes(32).toString('hex'));

  return {
    /**
     * Creates the first data key, unless another process has. A database with accounts but without data keys
     * has lost its keys and gets none.
     */
    async create(): Promise<void> {
      // Only a database without data keys needs the check of accounts, which would wait for a lock of that table.
      if ((await listRows(sql)).length > 0) return;
      await sql`
        insert into data_keys (id, sealed)
        select 1, ${make(1)} where not exists (select from accounts) on conflict do nothing`;
    },

    async read(): Promise<OpenedDataKeys> {
      return openRows(await listRows(sql));
    },

    /** Keeps other commands from changing the data keys until the transaction ends, and reads them. */
    async lock(tx: Queryable): Promise<OpenedDataKeys> {
      await tx`select pg_advisory_xact_lock(${advisoryLocks.dataKeys})`;
      return openRows(await listRows(tx));
    },

    /** Seals all readable data keys with the current master key. Call this method after `lock`. */
    async reseal(tx: Queryable): Promise<void> {
      for (const { id, bytes } of openRows(await listRows(tx)).dataKeys) {
        const sealed = current.seal(purposeOf(id), Buffer.from(bytes).toString('hex'));
        await tx`update data_keys set sealed = ${sealed} where id = ${id}`;
      }
    },

    /**
     * Replaces data keys that no key of the settings opens; call this method after `lock`. The id is a new one, so that
     * values of the lost keys are recognized. The rows of the lost keys stay: if their master key turns up as
     * VID_MASTER_KEY_OLD, they are used again.
     */
    async replaceLost(tx: Queryable): Promise<void> {
      const rows = await listRows(tx);
      const opened = new Set(openRows(rows).dataKeys.map(({ id }) => id));
      const lost = rows.filter(({ id }) => !opened.has(id)).map(({ id }) => id);
      await tx`update data_keys set lost_at = now() where id = any(${lost}::smallint[]) and lost_at is null`;
      const id = Math.max(0, ...rows.map((row) => row.id)) + 1;
      await tx`insert into data_keys (id, sealed) values (${id}, ${make(id)})`;
    },
  };
}

export type DataKeys = ReturnType<typeof createDataKeys>;

const listRows = (on: Queryable) =>
  on<Row[]>`select id, sealed, lost_at from data_keys order by lost_at is not null, id desc`;

/**
 * Loads the data keys into `keys`. Returns undefined, and loads none, if a data key that is not declared lost
 * cannot be opened, or if there is no key to load.
 */
export async function loadDataKeys(
  dataKeys: Pick<DataKeys, 'create' | 'read'>,
  keys: Pick<Keys, 'use'>,
): Promise<OpenedDataKeys | undefined> {
  await dataKeys.create();
  const opened = await dataKeys.read();
  if (opened.unreadable > 0 || opened.dataKeys.length === 0) return undefined;
  keys.use(opened.dataKeys);
  return opened;
}

/** Returns advice for the operator about VID_MASTER_KEY_OLD; undefined if none is needed. */
export function masterKeyAdvice(
  { former }: MasterKeys,
  { needFormer }: Pick<OpenedDataKeys, 'needFormer'>,
): string | undefined {
  if (needFormer > 0)
    return `${counted(needFormer, 'data key')} still sealed with VID_MASTER_KEY_OLD. Once every machine runs with both keys: ${program.command} new-master-key`;
  return former && 'VID_MASTER_KEY_OLD is no longer needed. Remove it from the settings of every machine.';
}

/** Returns keys derived from a master key itself, for values that must be readable without the database. */
export const keysOfMaster = (bytes: Uint8Array): Keys => createKeys([{ id: 0, bytes }]);

function openRow(wrap: Keys, { id, sealed }: Row): Buffer | undefined {
  try {
    return Buffer.from(wrap.open(purposeOf(id), sealed), 'hex');
  } catch {
    return undefined;
  }
}
