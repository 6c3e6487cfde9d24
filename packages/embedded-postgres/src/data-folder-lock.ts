import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

export interface DataFolderUse {
  command: string;
  /** URL of the server, if the holder runs a server. */
  address?: string;
}

export interface DataFolderHolder extends DataFolderUse {
  pid: number;
  host: string;
  /** Start of the use, in ISO 8601. */
  since: string;
}

export interface DataFolderLock {
  readonly dataDir: string;
  release(): Promise<void>;
}

export class DataFolderLockedError extends Error {
  override readonly name = 'DataFolderLockedError';
  readonly dataDir: string;
  /** Undefined if the holder has not written its description yet. */
  readonly holder: DataFolderHolder | undefined;

  constructor(dataDir: string, holder: DataFolderHolder | undefined) {
    super(`The data folder ${dataDir} is in use by ${describeHolder(holder)}.`);
    this.dataDir = dataDir;
    this.holder = holder;
  }
}

const SQLITE_BUSY = 5;
const HOLDER_POLL_MS = 50;
const HOLDER_POLLS = 10;

/**
 * Locks the data folder for this process.
 * The lock is SQLite's exclusive lock on an empty file, a kernel lock that ends with the process. It is never stale,
 * unlike a pid file (the pid can be reused) or a socket file (two processes can both remove a stale file).
 * @throws DataFolderLockedError if another process holds the folder
 */
export async function lockDataFolder(dataDir: string, use: DataFolderUse): Promise<DataFolderLock> {
  const folder = resolve(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const holderFile = join(folder, 'lock.json');
  const database = acquire(join(folder, 'lock'));
  if (!database) throw new DataFolderLockedError(folder, await readLiveHolder(holderFile));
  try {
    const holder: DataFolderHolder = {
      ...use,
      pid: process.pid,
      host: hostname(),
      since: new Date().toISOString(),
    };
    const draft = `${holderFile}.new`;
    await writeFile(draft, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
    await rename(draft, holderFile);
  } catch (error) {
    database.close();
    throw error;
  }
  let isReleased = false;
  return {
    dataDir: folder,
    async release() {
      if (isReleased) return;
      isReleased = true;
      await rm(holderFile, { force: true });
      database.close();
    },
  };
}

function acquire(file: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    database.exec('PRAGMA busy_timeout = 0');
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined;
    throw new Error(
      `Cannot lock ${file}. It must be writable by this user, on a file system with file locks.`,
      { cause: error },
    );
  }
}

/**
 * Reads the description of the holder. Retries while the file is missing or names a dead process, because the current
 * holder is about to write its own description. Returns undefined if the file names no live holder after the last
 * retry.
 */
async function readLiveHolder(file: string): Promise<DataFolderHolder | undefined> {
  for (let poll = 0; poll < HOLDER_POLLS; poll += 1) {
    const holder = parseHolder(await readFile(file, 'utf8').catch(() => ''));
    if (holder && (holder.host !== hostname() || isAlive(holder.pid))) return holder;
    await delay(HOLDER_POLL_MS);
  }
  return undefined;
}

function parseHolder(text: string): DataFolderHolder | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    if (!('pid' in value && 'host' in value && 'since' in value && 'command' in value)) return undefined;
    const { pid, host, since, command } = value;
    if (typeof pid !== 'number' || typeof host !== 'string') return undefined;
    if (typeof since !== 'string' || typeof command !== 'string') return undefined;
    const address = 'address' in value && typeof value.address === 'string' ? value.address : undefined;
    return { pid, host, since, command, ...(address === undefined ? {} : { address }) };
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function describeHolder(holder: DataFolderHolder | undefined): string {
  if (!holder) return 'another VID process';
  const where = holder.host === hostname() ? '' : ` on ${holder.host}`;
  const address = holder.address === undefined ? '' : ` at ${holder.address}`;
  return `"${holder.command}" (process ${holder.pid}${where}, since ${holder.since})${address}`;
}
