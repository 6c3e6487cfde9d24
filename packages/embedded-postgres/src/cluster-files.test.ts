import { appendFile, mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listClusterFiles, openClusterFile } from './cluster-files.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vid-cluster-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(path: string, content: string | Buffer = 'x'): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

async function read(path: string, whileReading: () => Promise<void>): Promise<Buffer> {
  const file = await openClusterFile(folder, path);
  const chunks: Uint8Array[] = [];
  for await (const chunk of file?.content ?? []) {
    if (chunks.length === 0) await whileReading();
    chunks.push(chunk);
  }
  const content = Buffer.concat(chunks);
  expect(content).toHaveLength(file?.size ?? -1);
  return content;
}

it('the list of files to copy omits WAL and replication slots', async () => {
  for (const path of [
    'PG_VERSION',
    'postmaster.pid',
    'postmaster.opts',
    'backup_label.old',
    'base/1/1259',
    'base/1/pg_internal.init',
    'base/pgsql_tmp/pgsql_tmp1.0',
    'global/pg_control',
    'global/1262',
    'pg_wal/000000010000000000000001',
    'pg_replslot/old/state',
    'pg_subtrans/0000',
  ])
    await write(path);
  const listed = await listClusterFiles(folder);
  expect(listed.at(-1)).toEqual({ path: 'global/pg_control', isFolder: false });
  const paths = listed.map(({ path, isFolder }) => (isFolder ? `${path}/` : path));
  expect(paths.toSorted()).toEqual([
    'PG_VERSION',
    'base/',
    'base/1/',
    'base/1/1259',
    'global/',
    'global/1262',
    'global/pg_control',
    'pg_replslot/',
    'pg_subtrans/',
    'pg_wal/',
    'pg_wal/archive_status/',
    'pg_wal/summaries/',
  ]);
});

it('a cluster with tablespaces cannot be listed', async () => {
  await write('pg_tblspc/16385');
  await expect(listClusterFiles(folder)).rejects.toThrow('tablespaces');
});

it('the copy of a changing file has the original size', async () => {
  const content = Buffer.alloc(600_000, 'a');
  await write('grows', content);
  await write('shrinks', content);
  await write('deleted', content);
  expect(await read('grows', () => appendFile(join(folder, 'grows'), 'more'))).toEqual(content);
  const shrunk = await read('shrinks', () => truncate(join(folder, 'shrinks'), 300_000));
  expect(shrunk.subarray(0, 300_000)).toEqual(content.subarray(0, 300_000));
  expect(shrunk.subarray(300_000)).toEqual(Buffer.alloc(300_000));
  expect(await read('deleted', () => rm(join(folder, 'deleted')))).toEqual(content);
  expect(await openClusterFile(folder, 'deleted')).toBeUndefined();
});
