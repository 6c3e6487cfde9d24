import { createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { packTar } from 'modern-tar/fs';

/** Packs a folder as .tar.zst. The entries' order, times, owners and modes do not depend on the machine. */
export async function packFolder(folder: string, target: string, file: string, time: Date): Promise<void> {
  const names = await listFiles(folder);
  const tar = packTar(
    names.map((name) => ({ type: 'file', source: join(folder, name), target: `${target}/${name}` })),
    {
      map: (header) => ({
        ...header,
        mtime: time,
        uid: 0,
        gid: 0,
        uname: '',
        gname: '',
        mode: modeOf(header.mode),
      }),
    },
  );
  const zstd = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 15 } });
  await pipeline(tar, zstd, createWriteStream(file));
}

const modeOf = (mode = 0): number => ((mode & 0o100) === 0 ? 0o644 : 0o755);

/** Returns the files and links below a folder, in the same order on every machine. */
async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  return files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).toSorted();
}
