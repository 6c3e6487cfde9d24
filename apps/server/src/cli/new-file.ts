import { link, lstat, open, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { syncFolder } from '#lib/sync-folder.ts';
import { givenFileProblem } from './given-file.ts';

export type NewFile = {
  append(content: Uint8Array): Promise<void>;
  /** @throws Error if a file with the final name was created in the meantime */
  complete(): Promise<void>;
  discard(): Promise<void>;
};

/**
 * Creates a file that only its owner may read. The file gets its final name once it is complete; a killed
 * process leaves `<given>.partial`.
 * @throws Error if either file exists, UsageProblem if the file cannot be created
 */
export async function createNewFile(given: string): Promise<NewFile> {
  const path = resolve(given);
  const partial = `${path}.partial`;
  if (await exists(path)) throw new Error(`${path} already exists.`);
  if (await exists(partial))
    throw new Error(`${partial} already exists. Delete it unless a command is writing it.`);
  const file = await open(partial, 'wx', 0o600).catch((error: unknown) => {
    throw givenFileProblem(`The folder of ${given} cannot be written to`, error);
  });
  return {
    append: (content) => file.appendFile(content),
    async complete() {
      await file.sync();
      await file.close();
      // Unlike `rename`, `link` fails if the file exists.
      await link(partial, path);
      await rm(partial);
      await syncFolder(dirname(path));
    },
    async discard() {
      await rm(partial, { force: true });
      await file.close();
    },
  };
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
