import { open } from 'node:fs/promises';

/** Syncs a folder, so that the names in it survive a crash of the machine. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
