import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#config/config.ts';
import { key as parseKey } from '#config/parsers.ts';
import type { MasterKeys } from '#platform/installation/data-keys.ts';
import { StartProblem } from '../start-problem.ts';
import { exitCodes } from './environment.ts';

const fileName = 'master.key';

/**
 * Returns `VID_MASTER_KEY`, which in evaluation mode defaults to the key in the data folder, and
 * `VID_MASTER_KEY_OLD`. The first start without `VID_MASTER_KEY` creates the key in the data folder.
 */
export async function loadMasterKeys(config: Config): Promise<MasterKeys> {
  return (await findMasterKeys(config)) ?? keysOf(config, await create(config.dataDir, fileIn(config)));
}

/** Like `loadMasterKeys`, but returns undefined instead of creating a key. */
export async function findMasterKeys(config: Config): Promise<MasterKeys | undefined> {
  const key = config.masterKey ?? (await read(fileIn(config)));
  return key && keysOf(config, key);
}

const fileIn = ({ dataDir }: Config): string => join(dataDir, fileName);

const keysOf = (config: Config, current: Buffer): MasterKeys => ({ current, former: config.masterKeyOld });

async function read(file: string): Promise<Buffer | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    return parseKey(text.trim());
  } catch (error) {
    // The key may still decrypt the database, so do not replace the file.
    throw new StartProblem(
      `${file} does not contain the master key of this data folder. Restore the file from a copy.`,
      exitCodes.configuration,
      error,
    );
  }
}

async function create(folder: string, file: string): Promise<Buffer> {
  await storeMasterKey(folder, randomBytes(32));
  const key = await read(file);
  if (!key) throw new Error(`${file} could not be created`);
  return key;
}

/**
 * Stores a key in a data folder that has none. Linking the draft to the final name is atomic: if two
 * processes start at the same time, one link succeeds and both use its key.
 */
export async function storeMasterKey(folder: string, key: Buffer): Promise<void> {
  const file = join(folder, fileName);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${key.toString('hex')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
