import { parseArgs } from 'node:util';
import { hasCluster } from '@vid/embedded-postgres/cluster-files';
import { ConfigError, type Config } from '#config/config.ts';
import { connect, type ConnectionTarget } from '#database/connection.ts';
import { createKeys, type Keys } from '#lib/keys.ts';
import { program } from '#lib/program.ts';
import {
  createDataKeys,
  keysOfMaster,
  loadDataKeys,
  type MasterKeys,
} from '#platform/installation/data-keys.ts';
import { createInstallation, wrongMasterKey } from '#platform/installation/installation.ts';
import { recordBackup } from '#platform/installation/last-backup.ts';
import { findMasterKeys } from '#process/environment/master-key.ts';
import { orUsage } from '../access/subcommand.ts';
import { UsageProblem, type Context, type Run } from '../command.ts';
import { createNewFile } from '../new-file.ts';
import { inMegabytes, withProgress } from '../progress.ts';
import { packArchive } from './archive.ts';
import { baseBackup, type Entry } from './base-backup.ts';
import { encrypterFor } from './encryption.ts';
import { archiveFormat } from './manifest.ts';

const usage = `backup <file> [--recipient age1…]

Writes the embedded database to a new, encrypted file, also while VID runs. Until it is complete, its name ends in
.partial. Only the master key can decrypt the file, or with --recipient the identity of this age recipient. The file
does not contain the master key. Restore it with: ${program.command} restore`;

const options = { recipient: { type: 'string' } } as const;

/** `vid backup` writes a consistent copy of the embedded database to an encrypted file. */
export const backup: Run = async (args, context) => {
  const { values, positionals } = orUsage(
    () => parseArgs({ args: [...args], options, allowPositionals: true }),
    usage,
  );
  const [path, ...rest] = positionals;
  if (path === undefined || rest.length > 0) throw new UsageProblem(usage);
  const config = context.config();
  if (config.databaseUrl !== undefined)
    throw new UsageProblem(
      'VID_DATABASE_URL names an external PostgreSQL, and this command backs up the embedded database only. Use pgBackRest or pg_dump: see “Backup and restore” in docs/operations.md.',
    );
  const masterKeys = await findMasterKeys(config);
  if (!masterKeys || !(await hasCluster(config.dataDir)))
    throw new UsageProblem(`${config.dataDir} contains no database yet.`);
  const keys = keysOfMaster(masterKeys.current);
  const encrypter = encrypterFor(values.recipient, keys);
  await context.withDatabase(async (target) => {
    const migrations = await checkDatabase(target, masterKeys);
    await write({ path, config, target, migrations, encrypter, keys, context });
  });
};

type WriteInput = {
  readonly path: string;
  readonly config: Config;
  readonly target: ConnectionTarget;
  readonly migrations: readonly string[];
  readonly encrypter: ReturnType<typeof encrypterFor>;
  readonly keys: Keys;
  readonly context: Context;
};

async function write({ path, config, target, migrations, encrypter, keys, context }: WriteInput) {
  if (!('host' in target)) throw new Error('the embedded database has no socket');
  const file = await createNewFile(path);
  let takenAt = new Date();
  let [read, written] = [0, 0];
  const onStop = (at: Date): void => void (takenAt = at);
  try {
    await withProgress(
      context,
      () => Promise.resolve(`Backing up: ${inMegabytes(read)}`),
      () =>
        packArchive({
          entries: counting(
            baseBackup({ target, dataDir: config.dataDir, onStop }),
            (bytes) => (read += bytes),
          ),
          describe: () => ({
            format: archiveFormat,
            version: program.version,
            takenAt: takenAt.toISOString(),
            migrations,
          }),
          encrypter,
          keys,
          async write(chunk) {
            await file.append(chunk);
            written += chunk.length;
          },
        }),
    );
    await file.complete();
  } catch (error) {
    await file.discard();
    throw error;
  }
  await recordBackup(config.dataDir, takenAt);
  context.show(
    { file: path, takenAt: takenAt.toISOString(), bytes: written, databaseBytes: read },
    `Written: ${path}, the state of ${takenAt.toISOString()} (${inMegabytes(written)} from ${inMegabytes(read)})`,
  );
}

/** Records the installation, checks the master key, and returns the names of the applied migrations. */
async function checkDatabase(target: ConnectionTarget, masterKeys: MasterKeys): Promise<readonly string[]> {
  const { sql, close } = connect(target, { max: 1, applicationName: 'vid-cli' });
  try {
    await createInstallation(sql).record();
    if (!(await loadDataKeys(createDataKeys(sql, masterKeys), createKeys())))
      throw new ConfigError([wrongMasterKey]);
    const rows = await sql<{ name: string }[]>`select name from schema_migrations order by name`;
    return rows.map(({ name }) => name);
  } finally {
    await close();
  }
}

async function* counting(
  entries: AsyncIterable<Entry>,
  onRead: (bytes: number) => void,
): AsyncGenerator<Entry> {
  for await (const entry of entries) {
    yield entry;
    onRead(entry.size);
  }
}
