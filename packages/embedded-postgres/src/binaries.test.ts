import { mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { locateBinaries, restoreSymlinks } from './binaries.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vid-native-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('restoreSymlinks', () => {
  it('creates the symbolic links that pg-symlinks.json lists', async () => {
    const native = join(folder, 'native');
    await mkdir(join(native, 'lib'), { recursive: true });
    await writeFile(join(native, 'lib', 'libpq.so.5.18'), 'library');
    const links = ['native/lib/libpq.so', 'native/lib/libpq.so.5'].map((target) => ({
      source: 'native/lib/libpq.so.5.18',
      target,
    }));
    await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links));

    await Promise.all([restoreSymlinks(native), restoreSymlinks(native)]);
    await restoreSymlinks(native);
    expect(await readlink(join(native, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18');
    expect(await readFile(join(native, 'lib', 'libpq.so'), 'utf8')).toBe('library');
  });
});

describe('locateBinaries', () => {
  it('finds PostgreSQL for this platform', async () => {
    const { postgres, initdb } = await locateBinaries();
    expect([postgres, initdb].map((file) => file.split('/native/')[1])).toEqual([
      'bin/postgres',
      'bin/initdb',
    ]);
  });
});
