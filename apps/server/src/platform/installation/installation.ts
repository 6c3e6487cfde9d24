import type { Queryable, Sql } from '#database/connection.ts';
import type { Keys } from '#lib/keys.ts';

const purpose = 'installation';

/** The operator sees this text when `isKeyRight` is false. */
export const wrongMasterKey =
  'The master key is not the one this database was used with. Set the original key in VID_MASTER_KEY (evaluation mode keeps it in master.key in the data folder). If it is lost, see “Another master key” in docs/operations.md.';

/** The operator sees this text when `isCopy` is true. */
export const copyAdvice =
  'No SMS, mail, webhook or logout notice is sent. If the original is switched off and this database takes its place: npm run vid -- confirm-database';

/**
 * Returns the identity of a database: its cluster, which a standby shares, and its number. A restored dump is
 * another database.
 */
async function readIdentity(sql: Sql): Promise<string> {
  const [database] = await sql<{ oid: string }[]>`
    select oid::text as oid from pg_database where datname = current_database()`;
  return `${await readCluster(sql)}/${database?.oid}`;
}

/** The operator sees this text when `seesCluster` is false. */
export const clusterAdvice =
  'A dump restored in another cluster is recognised as a copy only if its OID differs. Run: grant execute on function pg_control_system() to the user of VID; then: npm run vid -- confirm-database';

/**
 * Whether a database is the recorded one. A cluster that the role could not read, then or now, is not compared: VID
 * would fall silent when the database's owner withdraws or grants the right.
 */
export function isSameDatabase(recorded: string, current: string): boolean {
  const [cluster, oid] = recorded.split('/');
  const [currentCluster, currentOid] = current.split('/');
  return oid === currentOid && (cluster === '' || currentCluster === '' || cluster === currentCluster);
}

/** Returns the identifier of the cluster, or the empty text if this role may not read it. */
async function readCluster(sql: Sql): Promise<string> {
  try {
    const [row] = await sql<{ id: string }[]>`
      select system_identifier::text as id from pg_control_system()`;
    return row?.id ?? '';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '42501') return '';
    throw error;
  }
}

/** Creates the store of what identifies this installation: the master key and the database. */
export function createInstallation(sql: Sql, keys: Pick<Keys, 'seal' | 'open'>) {
  return {
    /** Records the key and the database, unless the first start or `vid migrate` has recorded them. */
    async record(): Promise<void> {
      const identity = await readIdentity(sql);
      await sql`
        insert into installation (key_check, identity) values (${keys.seal(purpose, 'vid')}, ${identity})
        on conflict do nothing`;
    },

    /** Whether the master key is the recorded one. True if none is recorded. */
    async isKeyRight(): Promise<boolean> {
      const [row] = await sql<{ keyCheck: Uint8Array }[]>`select key_check from installation`;
      try {
        if (row) keys.open(purpose, row.keyCheck);
        return true;
      } catch {
        return false;
      }
    },

    /** Whether this database is a copy that the operator has not confirmed. */
    async isCopy(): Promise<boolean> {
      const [row] = await sql<{ identity: string }[]>`select identity from installation`;
      return row !== undefined && !isSameDatabase(row.identity, await readIdentity(sql));
    },

    /** Whether the cluster is recorded and can be read, so that a copy in another cluster is recognised. */
    async seesCluster(): Promise<boolean> {
      const [row] = await sql<{ identity: string }[]>`select identity from installation`;
      return row?.identity.startsWith('/') !== true && (await readCluster(sql)) !== '';
    },

    /** Makes this database the original. `identity` is that of `readIdentity`. */
    async confirm(tx: Queryable, identity: string): Promise<void> {
      await tx`update installation set identity = ${identity}`;
    },

    readIdentity: () => readIdentity(sql),

    /** Records another master key and deletes what only the recorded key can open and VID makes again. */
    async replaceKey(tx: Queryable): Promise<void> {
      await tx`update installation set key_check = ${keys.seal(purpose, 'vid')}`;
      await tx`delete from signing_keys`;
      await tx`delete from deliveries where sealed_content is not null`;
    },
  };
}

export type Installation = ReturnType<typeof createInstallation>;
