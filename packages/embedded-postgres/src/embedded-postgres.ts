import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { locateBinaries } from './binaries.ts';
import { DATABASE_NAME, DATABASE_USER, prepareCluster } from './cluster.ts';
import type { DataFolderLock } from './data-folder-lock.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { clearLeftovers, listDatabaseProcesses } from './leftovers.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { chooseRunAs, type RunAsOptions } from './run-as.ts';
import { type LogEvent, openServerLog } from './server-log.ts';
import { prepareSocketDirectory } from './socket-directory.ts';
import { type SupervisedProcess, supervise } from './supervisor.ts';

export interface EmbeddedConnection {
  /** Directory of the socket. node-postgres, libpq and @vid/sql accept a path as host. */
  host: string;
  user: string;
  database: string;
}

export type EmbeddedState = 'ready' | 'restarting' | 'stopped';

export interface EmbeddedPostgres {
  readonly connection: EmbeddedConnection;
  readonly url: string;
  /** Pid of PostgreSQL's main process, which changes with each restart. */
  readonly pid: number;
  readonly state: EmbeddedState;
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The lock, which the caller holds until after `stop`, because a start ends leftover processes of an earlier run. */
  folder: DataFolderLock;
  log: (event: LogEvent) => void;
  onStateChange?: (state: EmbeddedState) => void;
  runAs?: RunAsOptions;
}

const READY_POLL_MS = 10;
const STILL_STARTING_MS = 5_000;
const STOP_SECONDS = 10;
const RESTART_PAUSES_MS = [0, 250, 500, 1_000, 2_000, 5_000];
const MAX_LOG_BYTES = 5 * 1024 * 1024;

/**
 * Starts PostgreSQL on `<data folder>/postgres`, restarts it after a crash, and ends it with this process
 * (see supervise.sh).
 * @throws EmbeddedPostgresError if PostgreSQL cannot start
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { folder, log, onStateChange } = options;
  const { dataDir } = folder;
  const clusterDir = join(dataDir, 'postgres');
  const info = (message: string) => log({ level: 'info', message });

  const binaries = await locateBinaries();
  const runAs = await chooseRunAs({ dataDir, clusterDir, postgres: binaries.postgres }, options.runAs);
  if (runAs.owner) info(`Running as root, so PostgreSQL runs as ${runAs.description}.`);
  const socketDir = await prepareSocketDirectory(dataDir, runAs);
  await clearLeftovers({ clusterDir, socketDir: socketDir.path, log: info });
  await prepareCluster({ dataDir, clusterDir, binaries, runAs, log: info });
  const serverLog = await openServerLog({
    file: join(dataDir, 'logs', 'postgresql.log'),
    maxBytes: MAX_LOG_BYTES,
    onEvent: log,
  });

  const onOutput = (chunk: string) => serverLog.write(chunk);
  const stopping = new AbortController();
  let state: EmbeddedState = 'restarting';

  function enter(next: EmbeddedState): void {
    state = next;
    onStateChange?.(next);
  }

  async function launch(): Promise<SupervisedProcess> {
    const args = ['-D', clusterDir, '-k', socketDir.path];
    const server = await supervise({ runAs, command: binaries.postgres, args, onOutput });
    let end: string | undefined;
    void server.exited.then((how) => (end = how));
    const began = Date.now();
    let nextNotice = began + STILL_STARTING_MS;
    // Wait without a timeout, because an interrupted crash recovery would start over.
    for (;;) {
      const file = await readPostmasterFile(clusterDir);
      if (file?.pid === server.pid && file.isReady) return server;
      if (end !== undefined) {
        throw new EmbeddedPostgresError(`PostgreSQL did not start (${end}).\n${serverLog.tail()}`.trim());
      }
      if (stopping.signal.aborted) server.stop(STOP_SECONDS);
      if (Date.now() > nextNotice) {
        info(`PostgreSQL is still starting (${Math.round((Date.now() - began) / 1_000)} s).`);
        nextNotice += STILL_STARTING_MS;
      }
      await delay(READY_POLL_MS);
    }
  }

  async function relaunch(): Promise<SupervisedProcess | undefined> {
    for (let attempt = 0; ; attempt += 1) {
      const pause = RESTART_PAUSES_MS[Math.min(attempt, RESTART_PAUSES_MS.length - 1)] ?? 0;
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return undefined;
      try {
        await clearLeftovers({ clusterDir, socketDir: socketDir.path, log: info });
        return await launch();
      } catch (error) {
        if (!stopping.signal.aborted) log({ level: 'error', message: messageOf(error) });
      }
    }
  }

  async function keepRunning(): Promise<void> {
    for (;;) {
      const how = await current.exited;
      if (stopping.signal.aborted) return;
      enter('restarting');
      log({ level: 'error', message: `PostgreSQL ended unexpectedly (${how}); restarting it.` });
      const next = await relaunch();
      if (!next) return;
      current = next;
      if (stopping.signal.aborted) {
        next.stop(STOP_SECONDS);
        await next.exited;
        return;
      }
      log({ level: 'warn', message: 'PostgreSQL has recovered.' });
      enter('ready');
    }
  }

  let current: SupervisedProcess;
  try {
    current = await launch();
  } catch (error) {
    await serverLog.close();
    throw error;
  }
  enter('ready');
  const kept = keepRunning();
  let stopped: Promise<void> | undefined;

  async function stop(): Promise<void> {
    stopping.abort();
    current.stop(STOP_SECONDS);
    await current.exited;
    await kept;
    if (socketDir.isTemporary) await rm(socketDir.path, { recursive: true, force: true });
    await serverLog.close();
    enter('stopped');
  }

  const connection = { host: socketDir.path, user: DATABASE_USER, database: DATABASE_NAME };
  return {
    connection,
    url: toUrl(connection),
    get pid() {
      return current.pid;
    },
    get state() {
      return state;
    },
    stop: () => (stopped ??= stop()),
  };
}

/** Returns the connection to the database that another process runs on this data folder, or undefined. */
export async function findRunningPostgres(dataDir: string): Promise<EmbeddedConnection | undefined> {
  const clusterDir = join(dataDir, 'postgres');
  const file = await readPostmasterFile(clusterDir);
  if (!file?.isReady || !(await listDatabaseProcesses(clusterDir)).includes(file.pid)) return undefined;
  return { host: file.socketDir, user: DATABASE_USER, database: DATABASE_NAME };
}

function toUrl({ host, user, database }: EmbeddedConnection): string {
  return `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
