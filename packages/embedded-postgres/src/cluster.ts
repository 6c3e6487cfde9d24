import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  lchown,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { PostgresBinaries } from './binaries.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { RunAs } from './run-as.ts';
import { LOG_LINE_PREFIX } from './server-log.ts';
import { supervise } from './supervisor.ts';

export const DATABASE_USER = 'vid';
export const DATABASE_NAME = 'vid';

const MAJOR_VERSION = '18';
const INIT_PREFIX = 'postgres.init-';

interface ClusterPlace {
  dataDir: string;
  clusterDir: string;
  binaries: PostgresBinaries;
  runAs: RunAs;
  log: (message: string) => void;
}

/** Makes the database's files when there are none, and brings owner and settings up to date. */
export async function prepareCluster(place: ClusterPlace): Promise<void> {
  await openDataFolderTo(place);
  for (const entry of await readdir(place.dataDir)) {
    // What a killed first start left.
    if (entry.startsWith(INIT_PREFIX)) await rm(join(place.dataDir, entry), { recursive: true, force: true });
  }
  const version = await readVersion(place.clusterDir);
  if (version === undefined) await createCluster(place);
  else if (version.trim() !== MAJOR_VERSION) {
    throw new EmbeddedPostgresError(
      `The data in ${place.clusterDir} were made by PostgreSQL ${version.trim()}, this is ${MAJOR_VERSION}: ` +
        'dump them with their own version and restore them here, or choose another data folder.',
    );
  }
  if (place.runAs.owner) await giveTree(place.clusterDir, place.runAs.owner);
  await writeSettings(place.clusterDir, place.runAs);
}

async function readVersion(clusterDir: string): Promise<string | undefined> {
  try {
    return await readFile(join(clusterDir, 'PG_VERSION'), 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return undefined;
    throw new EmbeddedPostgresError(
      `The data in ${clusterDir} cannot be read by this user (${String(code)}): start VID as the user who owns them.`,
      { cause: error },
    );
  }
}

/** An account of its own must be able to walk through the data folder, and may do nothing else there. */
async function openDataFolderTo({ dataDir, runAs }: ClusterPlace): Promise<void> {
  const { gid } = runAs.spawnAs;
  if (gid === undefined) return;
  const { mode, uid } = await stat(dataDir);
  if ((mode & 0o001) !== 0 || uid === runAs.spawnAs.uid) return;
  await chown(dataDir, uid, gid);
  await chmod(dataDir, (mode & 0o7777) | 0o010);
}

/** In a folder beside its place, moved there when complete: a killed first start leaves no half database. */
async function createCluster({ dataDir, clusterDir, binaries, runAs, log }: ClusterPlace): Promise<void> {
  log('Creating the database.');
  const draft = join(dataDir, `${INIT_PREFIX}${randomBytes(6).toString('hex')}`);
  await mkdir(draft, { mode: 0o700 });
  if (runAs.owner) await chown(draft, runAs.owner.uid, runAs.owner.gid);
  await runToEnd(runAs, binaries.initdb, [
    `--pgdata=${draft}`,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ]);
  // VID owns its database and makes others (for tests), but is no superuser: a superuser of PostgreSQL
  // can run programs, so one injected statement would be a shell.
  for (const [database, statement] of [
    ['template1', `CREATE ROLE ${DATABASE_USER} LOGIN CREATEDB`],
    ['template1', `CREATE DATABASE ${DATABASE_NAME} OWNER ${DATABASE_USER}`],
  ] as const) {
    await runSingleUser({ runAs, binaries, draft, database, statement });
  }
  await rename(draft, clusterDir);
}

interface SingleUserStatement {
  runAs: RunAs;
  binaries: PostgresBinaries;
  draft: string;
  database: string;
  statement: string;
}

async function runSingleUser(step: SingleUserStatement): Promise<void> {
  const script = 'printf "%s\\n" "$0" | exec "$@"';
  const { prefix, ...rest } = step.runAs;
  await runToEnd({ ...rest, prefix: [] }, '/bin/sh', [
    '-c',
    script,
    step.statement,
    ...prefix,
    step.binaries.postgres,
    '--single',
    '-D',
    step.draft,
    '-c',
    'exit_on_error=on',
    step.database,
  ]);
}

async function runToEnd(runAs: RunAs, command: string, args: string[]): Promise<void> {
  let output = '';
  const process = await supervise({ runAs, command, args, onOutput: (chunk) => (output += chunk) });
  const end = await process.exited;
  if (end !== 'exit code 0') {
    throw new EmbeddedPostgresError(`The database cannot be created (${end}):\n${output.trim()}`);
  }
}

/** The folder itself last: it is what tells whether a change of owner was finished. */
async function giveTree(folder: string, owner: { uid: number; gid: number }): Promise<void> {
  if ((await stat(folder)).uid === owner.uid) return;
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, entry), owner.uid, owner.gid);
  }
  await chown(folder, owner.uid, owner.gid);
}

const SETTINGS = `# Written by VID at each start. To change a setting, use ALTER SYSTEM (kept in postgresql.auto.conf).
listen_addresses = ''
unix_socket_permissions = 0700
max_connections = 300
cluster_name = 'vid'

# An acknowledged write survives a crash of VID, of PostgreSQL and of the machine.
fsync = on
full_page_writes = on
synchronous_commit = on
wal_compression = on
max_wal_size = 1GB
min_wal_size = 80MB

# A small machine that runs VID beside it: short queries, few processes.
shared_buffers = 128MB
effective_cache_size = 512MB
work_mem = 8MB
maintenance_work_mem = 64MB
huge_pages = off
io_method = sync
jit = off
max_parallel_workers_per_gather = 0
max_parallel_maintenance_workers = 0
random_page_cost = 1.1
idle_in_transaction_session_timeout = 60s

# No statement and no detail reaches the log: they hold phone numbers.
log_destination = 'stderr'
logging_collector = off
log_line_prefix = '${LOG_LINE_PREFIX}'
log_min_messages = warning
log_min_error_statement = panic
log_error_verbosity = terse
log_statement = none
log_parameter_max_length = 0
log_parameter_max_length_on_error = 0
log_checkpoints = off
log_timezone = 'UTC'

timezone = 'UTC'
datestyle = 'iso, mdy'
lc_messages = 'C'
lc_monetary = 'C'
lc_numeric = 'C'
lc_time = 'C'
default_text_search_config = 'pg_catalog.english'
`;

/** No password: who can open the socket, in a directory of mode 0700, could read the data files as well. */
const ACCESS = '# Written by VID at each start.\nlocal all all trust\n';

async function writeSettings(clusterDir: string, runAs: RunAs): Promise<void> {
  for (const [name, text] of [
    ['postgresql.conf', SETTINGS],
    ['pg_hba.conf', ACCESS],
  ] as const) {
    const file = join(clusterDir, name);
    if ((await readFile(file, 'utf8').catch(() => '')) === text) continue;
    const draft = `${file}.new`;
    await rm(draft, { force: true });
    // wx and rename: where another account owns the folder, root must not write through a link of it.
    await writeFile(draft, text, { flag: 'wx', mode: 0o600 });
    if (runAs.owner) await lchown(draft, runAs.owner.uid, runAs.owner.gid);
    await rename(draft, file);
  }
}
