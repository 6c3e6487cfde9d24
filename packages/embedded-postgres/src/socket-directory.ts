import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunAs } from './run-as.ts';

/** PostgreSQL names its socket by a port, even if it listens on no port. */
const SOCKET_PORT = 5432;
export const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`;

/** Fits Linux and macOS, where sun_path holds 108 and 104 bytes with the final NUL. */
const MAX_SOCKET_PATH_BYTES = 103;

export interface SocketDirectory {
  path: string;
  /** Whether the directory is outside the data folder and must be removed after the database has stopped. */
  isTemporary: boolean;
}

/** Creates the socket's directory with mode 0700, which is the database's only access control. */
export async function prepareSocketDirectory(dataDir: string, runAs: RunAs): Promise<SocketDirectory> {
  const inside = join(dataDir, 'run');
  if (fits(inside)) {
    await mkdir(inside, { recursive: true, mode: 0o700 });
    await giveTo(inside, runAs);
    return { path: inside, isTemporary: false };
  }
  const base = fits(join(tmpdir(), 'vid-0000000000-000000000000')) ? tmpdir() : '/tmp';
  const owner = runAs.owner?.uid ?? process.getuid?.() ?? 0;
  const id = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  // A fixed name per data folder keeps killed runs from accumulating directories.
  const path = join(base, `vid-${owner}-${id}`);
  if (await isOwnOrNew(path, owner)) {
    await giveTo(path, runAs);
    return { path, isTemporary: true };
  }
  // Another user may have created the directory to impersonate the database.
  const fresh = await mkdtemp(join(base, 'vid-'));
  await giveTo(fresh, runAs);
  return { path: fresh, isTemporary: true };
}

function fits(directory: string): boolean {
  return Buffer.byteLength(join(directory, SOCKET_NAME)) <= MAX_SOCKET_PATH_BYTES;
}

async function isOwnOrNew(path: string, owner: number): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch {
    const found = await lstat(path);
    const isOurs = found.uid === owner || found.uid === process.getuid?.();
    return found.isDirectory() && isOurs && (found.mode & 0o077) === 0;
  }
}

async function giveTo(path: string, { owner }: RunAs): Promise<void> {
  await chmod(path, 0o700);
  if (owner) await chown(path, owner.uid, owner.gid);
}
