import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  lchown,
  mkdir,
  open,
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

interface ClusterOptions {
  dataDir: string;
  clusterDir: string;
  binaries: PostgresBinaries;
  runAs: RunAs;
  log: (message: string) => void;
}

/**
 * Creates the database's files if they do not exist, and updates their owner and settings.
 * @throws EmbeddedPostgresError if another major version of PostgreSQL created the files
 */
export async function prepareCluster(options: ClusterOptions): Promise<void> {
  await openDataFolderTo(options);
  for (const entry of await readdir(options.dataDir)) {
    // Remove a draft that an interrupted first start left behind.
    if (entry.startsWith(INIT_PREFIX))
      await rm(join(options.dataDir, entry), { recursive: true, force: true });
  }
  const version = await readVersion(options.clusterDir);
  if (version === undefined) await createCluster(options);
  else if (version.trim() !== MAJOR_VERSION) {
    throw new EmbeddedPostgresError(
      `The data in ${options.clusterDir} was created by PostgreSQL ${version.trim()}, but this is ${MAJOR_VERSION}. ` +
        'Dump it with the old version and restore it here, or choose another data folder.',
    );
  }
  if (options.runAs.owner) await giveTree(options.clusterDir, options.runAs.owner);
  await writeSettings(options.clusterDir, options.runAs);
}

async function readVersion(clusterDir: string): Promise<string | undefined> {
  try {
    return await readFile(join(clusterDir, 'PG_VERSION'), 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return undefined;
    throw new EmbeddedPostgresError(
      `This user cannot read the data in ${clusterDir} (${String(code)}). Start VID as the user who owns it.`,
      { cause: error },
    );
  }
}

/** Lets a separate PostgreSQL account pass through the data folder without listing or reading it. */
async function openDataFolderTo({ dataDir, runAs }: ClusterOptions): Promise<void> {
  const { gid } = runAs.spawnAs;
  if (gid === undefined) return;
  const { mode, uid } = await stat(dataDir);
  if ((mode & 0o001) !== 0 || uid === runAs.spawnAs.uid) return;
  await chown(dataDir, uid, gid);
  await chmod(dataDir, (mode & 0o7777) | 0o010);
}

/**
 * Creates the database in a draft folder and moves it into place when complete, so that an interrupted first start
 * leaves no partial database. Everything is synced once at the end instead of after each step.
 */
async function createCluster({ dataDir, clusterDir, binaries, runAs, log }: ClusterOptions): Promise<void> {
  log('Creating the database.');
  const draft = join(dataDir, `${INIT_PREFIX}${randomBytes(6).toString('hex')}`);
  await mkdir(draft, { mode: 0o700 });
  if (runAs.owner) await chown(draft, runAs.owner.uid, runAs.owner.gid);
  await runToEnd(runAs, binaries.initdb, [
    `--pgdata=${draft}`,
    '--no-sync',
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ]);
  await createOwner(runAs, binaries, draft);
  await runToEnd(runAs, binaries.initdb, [`--pgdata=${draft}`, '--sync-only']);
  await rename(draft, clusterDir);
  const folder = await open(dataDir);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Creates the role and its database in single-user mode. The role may create databases (for tests) but is not a
 * superuser, because a superuser can run programs, and one injected statement would give a shell.
 */
async function createOwner(runAs: RunAs, binaries: PostgresBinaries, draft: string): Promise<void> {
  const statements = [
    `CREATE ROLE ${DATABASE_USER} LOGIN CREATEDB`,
    `CREATE DATABASE ${DATABASE_NAME} OWNER ${DATABASE_USER}`,
  ];
  const { prefix, ...rest } = runAs;
  await runToEnd({ ...rest, prefix: [] }, '/bin/sh', [
    '-c',
    'printf "%s\\n" "$0" | exec "$@"',
    statements.join('\n'),
    ...prefix,
    binaries.postgres,
    '--single',
    '-D',
    draft,
    '-c',
    'exit_on_error=on',
    '-c',
    'fsync=off',
    'template1',
  ]);
}

async function runToEnd(runAs: RunAs, command: string, args: string[]): Promise<void> {
  let output = '';
  const process = await supervise({ runAs, command, args, onOutput: (chunk) => (output += chunk) });
  const end = await process.exited;
  if (end !== 'exit code 0') {
    throw new EmbeddedPostgresError(`Cannot create the database (${end}):\n${output.trim()}`);
  }
}

/**
 * Changes the owner of all files, and of the folder last: the folder's owner shows whether the change was completed.
 */
async function giveTree(folder: string, owner: { uid: number; gid: number }): Promise<void> {
  if ((await stat(folder)).uid === owner.uid) return;
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, entry), owner.uid, owner.gid);
  }
  await chown(folder, owner.uid, owner.gid);
}

const SETTINGS = `# Written by VID at each start. To change a setting, use ALTER SYSTEM (stored in postgresql.auto.conf).
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

# For a small machine that also runs VID: short queries, few processes.
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

# Statements and details hold phone numbers, so they are not logged.
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

/**
 * PostgreSQL asks for no password: a user who can open the socket (in a directory of mode 0700) could also read the
 * data files.
 */
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
    // Use `wx` and rename, because root must not write through a symbolic link of an account that owns the folder.
    await writeFile(draft, text, { flag: 'wx', mode: 0o600 });
    if (runAs.owner) await lchown(draft, runAs.owner.uid, runAs.owner.gid);
    await rename(draft, file);
  }
}
