import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { lockDataFolder } from '@vid/embedded-postgres/data-folder-lock';
import { connect } from '#database/connection.ts';
import { listMigrations } from '#database/migrate.ts';
import { DatabaseProblem } from '#database/availability/outage.ts';
import { counted } from '#lib/telemetry/counted.ts';
import type { Keys } from '#lib/keys.ts';
import { program } from '#lib/program.ts';
import { syncFolder } from '#lib/sync-folder.ts';
import { keysOfMaster } from '#platform/installation/data-keys.ts';
import { markAsCopy } from '#platform/installation/installation.ts';
import { findMasterKeys, storeMasterKey } from '#process/environment/master-key.ts';
import { orUsage } from '../access/subcommand.ts';
import { UsageProblem, type Run } from '../command.ts';
import { withEmbeddedDatabase } from '../database.ts';
import { givenFileProblem, openGivenFile, readGivenFile } from '../given-file.ts';
import { inMegabytes, withProgress } from '../progress.ts';
import { BadArchive, unpackArchive } from './archive.ts';
import type { Entry } from './base-backup.ts';
import { decrypterFor } from './encryption.ts';
import type { Manifest } from './manifest.ts';

const usage = `restore <file> --to <folder> [--identity FILE]

Restores a file of “${program.command} backup” into an empty folder, which is then a data folder of VID
(VID_DATA_DIR). Needs the master key of the backed-up database, or with --identity the age identity.`;

const options = { to: { type: 'string' }, identity: { type: 'string' } } as const;

const countingTimeoutMs = 600_000;
const databaseFolder = 'postgres';
const draftFolder = '.restore';
/** Files that an interrupted restore leaves in the folder. */
const leftovers: ReadonlySet<string> = new Set(['lock', 'lock.json', draftFolder]);

/** `vid restore` restores a backup into an empty folder and marks its database as a copy. */
export const restore: Run = async (args, context) => {
  const { path, folder, identityPath } = readArguments(args);
  const config = context.config();
  const masterKeys = await findMasterKeys(config);
  if (!masterKeys && identityPath === undefined)
    throw new UsageProblem(
      'A backup is decrypted with the master key: set VID_MASTER_KEY_FILE. A backup to an age recipient needs --identity.',
    );
  // A backup made before the master key was replaced needs the former key.
  const keys = [masterKeys?.current, masterKeys?.former].filter((key) => key !== undefined).map(keysOfMaster);
  const decrypter = await readDecrypter(identityPath, keys);
  const file = await openGivenFile(path);
  try {
    await makeFolder(folder).catch((error: unknown) => {
      throw givenFileProblem(`${folder} cannot be created`, error);
    });
    await requireEmpty(folder);
    const { manifest, accounts } = await inDraft(folder, async (draft) => {
      let bytes = 0;
      const read = async (): Promise<Restored> => {
        const found = await unpackArchive({
          file: file.createReadStream(),
          decrypter,
          keys,
          async extract(entry) {
            await extract(draft, entry);
            bytes += entry.size;
          },
        });
        await requireKnownSchema(found);
        return { manifest: found, accounts: await recover(draft) };
      };
      const restored = await withProgress(
        context,
        () => Promise.resolve(`Restoring: ${inMegabytes(bytes)}`),
        read,
      );
      // Evaluation mode reads the key from the data folder.
      if (masterKeys && config.masterKey === undefined) await storeMasterKey(folder, masterKeys.current);
      return restored;
    });
    const { takenAt, version } = manifest;
    context.show(
      { folder, takenAt, version, accounts, isOriginChecked: keys.length > 0 },
      [
        `Restored to ${folder}: ${counted(accounts, 'account')}, the state of ${takenAt}, backed up by VID ${version}.`,
        ...(keys.length > 0 ? [] : ['VID did not check who made the backup, because no master key is set.']),
        `Start: VID_DATA_DIR=${folder} ${program.start}`,
        'It is a copy, which sends and erases nothing. If it takes the place of the original, switch that off, then run:',
        `VID_DATA_DIR=${folder} ${program.command} confirm-database`,
      ].join('\n'),
    );
  } catch (error) {
    if (!(error instanceof BadArchive)) throw error;
    throw new Error(
      `Nothing was restored. ${path} is damaged, incomplete, or needs another key: ${error.message}.`,
      { cause: error },
    );
  } finally {
    await file.close();
  }
};

type Restored = { readonly manifest: Manifest; readonly accounts: number };

function readArguments(args: readonly string[]) {
  const { values, positionals } = orUsage(
    () => parseArgs({ args: [...args], options, allowPositionals: true }),
    usage,
  );
  const [path, ...rest] = positionals;
  if (path === undefined || values.to === undefined || rest.length > 0) throw new UsageProblem(usage);
  return { path, folder: resolve(values.to), identityPath: values.identity };
}

async function readDecrypter(identityPath: string | undefined, keys: readonly Keys[]) {
  const identity =
    identityPath === undefined
      ? undefined
      : await readGivenFile(identityPath, 'It is the file that age-keygen writes.');
  return decrypterFor(identity, keys);
}

/**
 * Runs `work` on a draft of the data folder, and moves the draft's database into place if it succeeds. The
 * folder is locked, so no server can start on it in the meantime.
 */
async function inDraft<T>(folder: string, work: (draft: string) => Promise<T>): Promise<T> {
  const lock = await lockDataFolder(folder, { command: `${program.command} restore` });
  const draft = join(folder, draftFolder);
  try {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    const result = await work(draft);
    await rename(join(draft, databaseFolder), join(folder, databaseFolder));
    await syncFolder(folder);
    return result;
  } finally {
    await rm(draft, { recursive: true, force: true });
    await lock.release();
  }
}

async function makeFolder(folder: string): Promise<void> {
  const mode = 0o700;
  // On a read-only file system, a recursive call reports a missing folder; the second call has the true reason.
  await mkdir(folder, { recursive: true, mode }).catch(() => mkdir(folder, { mode }));
}

async function requireEmpty(folder: string): Promise<void> {
  const names = await readdir(folder);
  const [found] = names.filter((name) => !leftovers.has(name));
  if (found !== undefined)
    throw new UsageProblem(
      `${folder} is not empty (${found}). A backup is restored into an empty folder only.`,
    );
}

/**
 * Writes a file or folder below `draft`, and never elsewhere, because anyone can make an archive for an age
 * recipient.
 */
async function extract(draft: string, { name, content }: Entry): Promise<void> {
  const parts = name.replace(/\/$/u, '').split('/');
  const isSafe = parts.every((part) => /^[\w.-]+$/u.test(part) && part !== '.' && part !== '..');
  if (!isSafe || parts[0] !== databaseFolder) throw new BadArchive(`the name ${name} is not allowed`);
  const path = join(draft, ...parts);
  if (content === undefined) {
    await mkdir(path, { recursive: true, mode: 0o700 });
    return;
  }
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of content) await file.appendFile(chunk);
  } finally {
    await file.close();
  }
}

async function requireKnownSchema({ migrations, version }: Manifest): Promise<void> {
  const known = new Set((await listMigrations()).map(({ name }) => name));
  const unknown = migrations.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new DatabaseProblem(
      `Nothing was restored: VID ${program.version} does not know the migration ${unknown.join(', ')}. VID ${version} made the backup; restore it with that version or a newer one.`,
    );
}

/** Lets PostgreSQL replay the WAL, marks the database as a copy, and returns the number of accounts. */
function recover(draft: string): Promise<number> {
  return withEmbeddedDatabase(draft, async (target) => {
    const { sql, close } = connect(target, {
      max: 1,
      applicationName: 'vid-cli',
      statementTimeoutMs: countingTimeoutMs,
    });
    try {
      await markAsCopy(sql);
      const [row] = await sql<{ accounts: number }[]>`select count(*)::int as accounts from accounts`;
      return row?.accounts ?? 0;
    } finally {
      await close();
    }
  });
}
