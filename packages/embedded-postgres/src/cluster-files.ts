import type { FileHandle } from 'node:fs/promises';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

export interface ClusterPath {
  path: string;
  isFolder: boolean;
}

/**
 * Folders whose files a base backup omits, because PostgreSQL creates them at start or must not restore
 * them (replication slots). The backup copies the WAL separately.
 */
const EMPTIED = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const LEFT_OUT =
  /^(?:postmaster\.(?:pid|opts)|backup_label(?:\.old)?|pg_internal\.init(?:\.\d+)?|pgsql_tmp.*)$/;
const CONTROL_FILE = 'global/pg_control';
const CHUNK_BYTES = 256 * 1024;

/**
 * Lists the files and folders of a base backup, folders before their files and pg_control last (PostgreSQL's
 * documentation, “Making a Base Backup Using the Low Level API”).
 * @throws EmbeddedPostgresError if the cluster has tablespaces, whose files are elsewhere
 */
export async function listClusterFiles(clusterDir: string): Promise<readonly ClusterPath[]> {
  const found: ClusterPath[] = [];
  await addFolder(found, clusterDir, '');
  if (found.some(({ path }) => path.startsWith('pg_tblspc/')))
    throw new EmbeddedPostgresError('A database with tablespaces cannot be backed up by VID.');
  return [
    ...found,
    { path: 'pg_wal/archive_status', isFolder: true },
    { path: 'pg_wal/summaries', isFolder: true },
    { path: CONTROL_FILE, isFolder: false },
  ];
}

async function addFolder(found: ClusterPath[], clusterDir: string, folder: string): Promise<void> {
  for (const entry of await readdir(join(clusterDir, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (LEFT_OUT.test(entry.name) || path === CONTROL_FILE) continue;
    const isEmptied = EMPTIED.has(path);
    const isFolder = isEmptied || entry.isDirectory();
    found.push({ path, isFolder });
    if (isFolder && !isEmptied) await addFolder(found, clusterDir, path);
  }
}

export interface ClusterFile {
  size: number;
  content: AsyncIterable<Uint8Array>;
}

/**
 * Opens a file that PostgreSQL may be changing. Recovery repairs pages that were written during the copy, so only the
 * size must be fixed. Returns undefined if the file was deleted since it was listed.
 */
export async function openClusterFile(clusterDir: string, path: string): Promise<ClusterFile | undefined> {
  const file = join(clusterDir, path);
  if (path === CONTROL_FILE) return ofBytes(await readControlFile(file));
  const handle = await openIfThere(file);
  if (!handle) return undefined;
  const { size } = await handle.stat();
  return { size, content: readExactly(handle, size) };
}

async function openIfThere(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function* readExactly(handle: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  try {
    for (let position = 0; position < size;) {
      const buffer = Buffer.alloc(Math.min(CHUNK_BYTES, size - position));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
      // Pad a file that was truncated during the copy with zeros.
      yield bytesRead === 0 ? buffer : buffer.subarray(0, bytesRead);
      position += bytesRead === 0 ? buffer.length : bytesRead;
    }
  } finally {
    await handle.close();
  }
}

/**
 * Reads the control file until two reads agree, because PostgreSQL may be writing the file, and WAL replay does not
 * repair it.
 */
async function readControlFile(file: string): Promise<Buffer> {
  const read = async (): Promise<Buffer> => {
    const handle = await open(file);
    try {
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  };
  for (let last = await read(); ;) {
    const next = await read();
    if (next.equals(last)) return next;
    last = next;
  }
}

function ofBytes(bytes: Uint8Array): ClusterFile {
  return {
    size: bytes.length,
    // oxlint-disable-next-line typescript/require-await -- a generator with one value
    content: (async function* () {
      yield bytes;
    })(),
  };
}

export async function hasCluster(dataDir: string): Promise<boolean> {
  return lstat(join(dataDir, 'postgres', 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}
