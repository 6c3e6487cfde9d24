import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { postmasterFilePath, readPostmasterFile } from './postmaster-file.ts';
import { SOCKET_NAME } from './socket-directory.ts';

const POLL_MS = 20;
const PATIENCE_MS = 2_000;

interface Leftovers {
  clusterDir: string;
  socketDir: string;
  log: (message: string) => void;
}

/**
 * Ends processes that a killed run left behind and removes the files that make PostgreSQL believe it is still running.
 * Only the holder of the data folder's lock may call this function.
 */
export async function clearLeftovers({ clusterDir, socketDir, log }: Leftovers): Promise<void> {
  await endProcesses(clusterDir, log);
  // No process of this database runs now. PostgreSQL would trust a lock file if any process of the same user had the
  // pid in the file, which is common after a container restart.
  await rm(postmasterFilePath(clusterDir), { force: true });
  await rm(join(socketDir, SOCKET_NAME), { force: true });
  await rm(join(socketDir, `${SOCKET_NAME}.lock`), { force: true });
}

async function endProcesses(clusterDir: string, log: (message: string) => void): Promise<void> {
  const first = await listDatabaseProcesses(clusterDir);
  if (first.length === 0) return;
  log(`Stopping database processes of an earlier run (${first.join(', ')}).`);
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    const running = await listDatabaseProcesses(clusterDir);
    const main = (await readPostmasterFile(clusterDir))?.pid;
    const isMainThere = main !== undefined && running.includes(main);
    // Signal only the main process, which stops its children. Children without a main process exit at their next wait.
    // Children that are left get SIGQUIT, and SIGKILL goes to every process.
    const targets = signal === 'SIGKILL' || (!isMainThere && signal === 'SIGQUIT') ? running : [main];
    for (const pid of targets) if (pid !== undefined && running.includes(pid)) signalProcess(pid, signal);
    if (await haveEnded(clusterDir)) return;
  }
  throw new EmbeddedPostgresError(
    `Cannot stop the processes ${(await listDatabaseProcesses(clusterDir)).join(', ')}, which still run the database in ${clusterDir}.`,
  );
}

async function haveEnded(clusterDir: string): Promise<boolean> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    if ((await listDatabaseProcesses(clusterDir)).length === 0) return true;
    await delay(POLL_MS);
  }
  return false;
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended or belongs to another user. The next check distinguishes these cases.
  }
}

/**
 * Lists the PostgreSQL processes of this database. On Linux, the executable and the working directory identify them,
 * not a pid file.
 */
export async function listDatabaseProcesses(clusterDir: string): Promise<number[]> {
  const folder = await stat(clusterDir).catch(() => undefined);
  if (!folder) return [];
  const entries = await readdir('/proc').catch(() => undefined);
  if (!entries?.includes('self')) return listMainProcessByPs(clusterDir);
  const checks = entries
    .filter((entry) => /^\d+$/.test(entry))
    .map(async (entry) => {
      // PostgreSQL's working directory is its data directory, whose device and inode survive a move.
      const cwd = await stat(`/proc/${entry}/cwd`).catch(() => undefined);
      if (cwd?.ino !== folder.ino || cwd.dev !== folder.dev) return undefined;
      const isPostgres = await isPostgresProcess(entry);
      return isPostgres ? Number(entry) : undefined;
    });
  return (await Promise.all(checks)).filter((pid) => pid !== undefined);
}

async function isPostgresProcess(pid: string): Promise<boolean> {
  const executable = await readlink(`/proc/${pid}/exe`).catch(() => '');
  if (!['postgres', 'postgres (deleted)'].includes(basename(executable))) return false;
  // Z is a zombie: the process has ended and waits for its parent.
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return status !== '' && !/\) Z /.test(status);
}

/** Without /proc (macOS), lists only the main process, identified by its command line. */
export async function listMainProcessByPs(clusterDir: string): Promise<number[]> {
  const pid = (await readPostmasterFile(clusterDir))?.pid;
  if (pid === undefined) return [];
  const args = ['-ww', '-o', 'args=', '-p', String(pid)];
  const { stdout } = await promisify(execFile)('ps', args).catch(() => ({ stdout: '' }));
  return stdout.includes(`/postgres -D ${clusterDir} `) ? [pid] : [];
}
