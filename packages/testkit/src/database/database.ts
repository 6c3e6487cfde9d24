import { appendFile, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { connect, type ConnectionTarget, type Queryable, type Sql } from '@vid/server/database/connection';
import { lockDataFolder } from '@vid/embedded-postgres/data-folder-lock';
import { startEmbeddedPostgres } from '@vid/embedded-postgres/embedded-postgres';
import { listMigrations, migrate } from '@vid/server/database/migrate';

/** Address of the shared test PostgreSQL, passed to the test processes. */
export type TestCluster = { readonly host: string; readonly user: string };

const template = 'vid_template';

/**
 * Environment variable with the folder of a newer release's migrations. The tests then run on its schema, as this
 * release does during an upgrade.
 */
export const newerSchemaVariable = 'TEST_NEWER_SCHEMA';

const folderPrefix = 'vid-test-';
const memory = '/dev/shm';
/** Upper bound of the data that a run writes. The in-memory folder of a container often has only 64 MB. */
const minRoomBytes = 2 * 1024 ** 3;
/** Twice `minRoomBytes`, so that the workers of the run have as much memory as the cluster. */
const minAvailableBytes = 2 * minRoomBytes;
const hourMs = 3_600_000;

function targetOf(cluster: TestCluster, database: string): ConnectionTarget {
  return { ...cluster, database };
}

/**
 * Starts one PostgreSQL for a test run and migrates the template database that test files copy. If `isDurable` is
 * false, a crash of the machine can lose its data.
 */
export async function startTestCluster({
  parent,
  isDurable = true,
}: { readonly parent?: string; readonly isDurable?: boolean } = {}): Promise<{
  cluster: TestCluster;
  dataDir: string;
  stop(): Promise<void>;
}> {
  const dataDir = await mkdtemp(join(parent ?? (await clusterParent()), folderPrefix));
  const folder = await lockDataFolder(dataDir, { command: 'npm test' });
  const postgres = await startEmbeddedPostgres({ folder, log: () => undefined });
  if (!isDurable) {
    // Each copy of the template makes a checkpoint, after which PostgreSQL would log every changed page in full.
    const settings = 'fsync = off\nfull_page_writes = off\n';
    await appendFile(join(dataDir, 'postgres', 'postgresql.auto.conf'), settings);
    process.kill(postgres.pid, 'SIGHUP');
  }
  const { host, user } = postgres.connection;
  const cluster: TestCluster = { host, user };
  const stop = async (): Promise<void> => {
    await postgres.stop();
    await folder.release();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await createTemplate(cluster);
  } catch (error) {
    // Stop PostgreSQL, because the run would otherwise wait for it instead of failing.
    await stop();
    throw error;
  }
  return { cluster, dataDir, stop };
}

/**
 * Returns Linux's in-memory folder if memory and folder have enough room, else the folder for temporary files. Each
 * copy of the template has about 1,000 files, which some disks take a second to create.
 */
async function clusterParent(): Promise<string> {
  // The free space of this folder is only a quota, so check the free memory as well.
  if (process.availableMemory() < minAvailableBytes) return tmpdir();
  const room = await statfs(memory).catch(() => undefined);
  return room && room.bavail * room.bsize > minRoomBytes ? memory : tmpdir();
}

/** Removes the clusters of killed runs from memory after an hour. They would stay there until the machine restarts. */
export async function removeLeftoverClusters(parent = memory): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  const folders = names.filter((name) => name.startsWith(folderPrefix)).map((name) => join(parent, name));
  // Ignore failures, because folders of other users and folders in use cannot be removed.
  await Promise.allSettled(folders.map(removeLeftover));
}

async function removeLeftover(dataDir: string): Promise<void> {
  const { mtimeMs } = await stat(dataDir);
  // A young folder may belong to a run that has not locked it yet.
  if (Date.now() - mtimeMs < hourMs) return;
  const folder = await lockDataFolder(dataDir, { command: 'npm test' });
  await folder.release();
  await rm(dataDir, { recursive: true });
}

async function createTemplate(cluster: TestCluster): Promise<void> {
  await withAdmin(cluster, async (sql) => {
    await sql`create database ${sql(template)}`;
  });
  const fresh = connect(targetOf(cluster, template), {
    max: 1,
    applicationName: 'vid-test',
    statementTimeoutMs: 60_000,
  });
  try {
    await migrate(fresh.sql);
    const newer = process.env[newerSchemaVariable];
    if (newer !== undefined) await migrate(fresh.sql, await listMigrations(pathToFileURL(`${newer}/`)));
  } finally {
    await fresh.close();
  }
}

export async function createTestDatabase(
  cluster: TestCluster,
): Promise<{ target: ConnectionTarget; drop(): Promise<void> }> {
  const name = `vid_${crypto.randomUUID().replaceAll('-', '')}`;
  await withAdmin(cluster, async (sql) => {
    // Copying files is faster than the default strategy, which writes each page to the log.
    await sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`;
  });
  return {
    target: targetOf(cluster, name),
    drop: () => withAdmin(cluster, (sql) => dropDatabase(sql, name)),
  };
}

/** Opens a pool on a new database from the migrated template. `close` drops the database. */
export async function openTestPool(
  cluster: TestCluster,
  { max = 1 } = {},
): Promise<{ sql: Sql; target: ConnectionTarget; close(): Promise<void> }> {
  const database = await createTestDatabase(cluster);
  const { sql, close } = connect(database.target, { max, applicationName: 'vid-test' });
  return {
    sql,
    target: database.target,
    async close() {
      await close();
      await database.drop();
    },
  };
}

/** Creates databases without tables. `admin` is connected to another database of the cluster. */
export async function createEmptyDatabases(
  cluster: TestCluster,
  ...names: readonly string[]
): Promise<{ admin: Sql; drop(): Promise<void> }> {
  const { sql: admin, close } = connect(targetOf(cluster, 'postgres'), {
    max: 1,
    applicationName: 'vid-test',
    statementTimeoutMs: 60_000,
  });
  for (const name of names) await admin`create database ${admin(name)} template template0`;
  return {
    admin,
    async drop() {
      for (const name of names) await dropDatabase(admin, name);
      await close();
    },
  };
}

async function dropDatabase(sql: Sql, name: string): Promise<void> {
  // Use a plain drop, which stops an autovacuum worker in the database. `with (force)` would fail.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = ${name} and usename = current_user`;
  await sql`drop database if exists ${sql(name)}`;
}

/** Runs `work` in a transaction that stays open until the returned function is called. */
export async function holdTransaction(
  sql: Sql,
  work: (tx: Queryable) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const transaction = sql.begin(async (tx) => {
    await work(tx);
    held.resolve();
    await release.promise;
  });
  // If the work fails, `held` never resolves and the transaction rejects.
  await Promise.race([held.promise, transaction]);
  return async () => {
    release.resolve();
    await transaction;
  };
}

async function withAdmin(cluster: TestCluster, work: (sql: Sql) => Promise<void>): Promise<void> {
  const { sql, close } = connect(targetOf(cluster, 'postgres'), {
    max: 1,
    applicationName: 'vid-test',
    statementTimeoutMs: 60_000,
  });
  try {
    await work(sql);
  } finally {
    await close();
  }
}
