import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const fileName = 'last-backup';

/** Records the time of a backup of the embedded database in its data folder. */
export async function recordBackup(dataDir: string, takenAt: Date): Promise<void> {
  const file = join(dataDir, fileName);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  // The server may run as a different user from the command, and the time is not secret. Use `wx` and rename,
  // because root must not write through a link that the folder's owner made.
  await writeFile(draft, `${takenAt.toISOString()}\n`, { flag: 'wx', mode: 0o644 });
  await rename(draft, file);
}

/** Returns the time of the last backup; undefined without a readable record. */
export async function findLastBackup(dataDir: string): Promise<Date | undefined> {
  const text = await readFile(join(dataDir, fileName), 'utf8').catch(() => '');
  const ms = Date.parse(text.trim());
  return Number.isNaN(ms) ? undefined : new Date(ms);
}
