import type { Queryable, Sql } from '#database/connection.ts';
import { program } from '#lib/program.ts';

/** Shown to the operator when the master keys of the settings do not open the data keys. */
export const wrongMasterKey = `The master key is not the one this database was used with. Set the original key in VID_MASTER_KEY (evaluation mode keeps it in master.key in the data folder), or in VID_MASTER_KEY_OLD while another replaces it. After “${program.command} new-master-key”, the former key alone is not enough: set the new one. If the key is lost, see “Another master key” in docs/operations.md.`;

/** Shown to the operator when `isCopy` is true. */
export const copyAdvice = `No SMS, mail, webhook or logout notice is sent, and nothing is erased. If the original is switched off and this database takes its place: ${program.command} confirm-database`;

/**
 * Returns the identity of a database: the cluster's system identifier, which a standby shares and which is
 * empty if the role may not read it, and the database OID. A restored dump has a different identity, unless
 * only the OID is known and happens to be the same.
 */
async function readIdentity(sql: Sql): Promise<string> {
  const [database] = await sql<{ oid: string }[]>`
    select oid::text as oid from pg_database where datname = current_database()`;
  return `${await readCluster(sql)}/${database?.oid}`;
}

/** Shown to the operator when `seesCluster` is false. */
export const clusterAdvice = `A dump restored in another cluster is recognized as a copy only if its OID differs. Run: grant execute on function pg_control_system() to the user of VID; then: ${program.command} confirm-database`;

/**
 * Compares identities. Clusters are compared only if the role could read both; otherwise VID would stop
 * sending when the database's owner grants or revokes that permission.
 */
export function isSameDatabase(recorded: string, current: string): boolean {
  const [cluster, oid] = recorded.split('/');
  const [currentCluster, currentOid] = current.split('/');
  return oid === currentOid && (cluster === '' || currentCluster === '' || cluster === currentCluster);
}

/**
 * Marks a database as a copy until the operator confirms it. A restored copy of a cluster's files needs this,
 * because it has the identity of the original. No database has the OID 0.
 */
export async function markAsCopy(sql: Queryable): Promise<void> {
  await sql`update installation set identity = 'copy/0'`;
}

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

export function createInstallation(sql: Sql) {
  return {
    /** Records the database, unless the first start or `vid migrate` has done so. */
    async record(): Promise<void> {
      const identity = await readIdentity(sql);
      await sql`insert into installation (identity) values (${identity}) on conflict do nothing`;
    },

    /** Returns whether this database is a copy that the operator has not confirmed. */
    async isCopy(): Promise<boolean> {
      const [row] = await sql<{ identity: string }[]>`select identity from installation`;
      return row !== undefined && !isSameDatabase(row.identity, await readIdentity(sql));
    },

    /**
     * Returns whether the cluster is recorded and readable, so that a copy in another cluster is recognized.
     */
    async seesCluster(): Promise<boolean> {
      const [row] = await sql<{ identity: string }[]>`select identity from installation`;
      return row?.identity.startsWith('/') !== true && (await readCluster(sql)) !== '';
    },

    async confirm(tx: Queryable, identity: string): Promise<void> {
      await tx`update installation set identity = ${identity}`;
    },

    readIdentity: () => readIdentity(sql),
  };
}

export type Installation = ReturnType<typeof createInstallation>;
