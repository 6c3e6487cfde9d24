import { ConfigError, type Config } from '#config/config.ts';
import { connect, type ConnectionTarget, type Sql } from '#database/connection.ts';
import { DatabaseProblem } from '#database/availability/outage.ts';
import { lockDataFolder } from '@vid/embedded-postgres/data-folder-lock';
import {
  findRunningPostgres,
  startEmbeddedPostgres,
  type EmbeddedConnection,
} from '@vid/embedded-postgres/embedded-postgres';
import { findPrimary } from '#database/replica/read-only.ts';
import { pendingMigrations } from '#database/migrate.ts';
import { findSessionProblem } from '#database/own-session.ts';
import type { CommandDeps } from '#cli/services.ts';
import { createKeys, type Keys } from '#lib/keys.ts';
import { createDataKeys, loadDataKeys, type MasterKeys } from '#platform/installation/data-keys.ts';
import { wrongMasterKey } from '#platform/installation/installation.ts';
import { loadMasterKeys } from '#process/environment/master-key.ts';
import { program } from '#lib/program.ts';

/**
 * Runs `work` on the database. If none is configured or running, starts the embedded database for the
 * duration of the command.
 */
export async function withDatabase<T>(
  config: Config,
  work: (target: ConnectionTarget) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl !== undefined) {
    const target = { url: config.databaseUrl };
    await findPrimary(target);
    return work(target);
  }
  const running = await findRunningPostgres(config.dataDir);
  return running ? work(running) : withEmbeddedDatabase(config.dataDir, work);
}

/** Runs `work` on the embedded database of a data folder, which is started for the duration of the work. */
export async function withEmbeddedDatabase<T>(
  dataDir: string,
  work: (target: EmbeddedConnection) => Promise<T>,
): Promise<T> {
  const folder = await lockDataFolder(dataDir, { command: program.command });
  try {
    const postgres = await startEmbeddedPostgres({
      folder,
      log: ({ level, message }) => {
        if (level !== 'info') console.error(message);
      },
    });
    try {
      return await work(postgres.connection);
    } finally {
      await postgres.stop();
    }
  } finally {
    await folder.release();
  }
}

export function withDeps<T>(config: Config, work: (deps: CommandDeps) => Promise<T>): Promise<T> {
  return withDatabase(config, async (target) => {
    const keys = createKeys();
    await requireSchema(target, await loadMasterKeys(config), keys);
    const [{ pino }, { createCommandServices }] = await Promise.all([
      import('pino'),
      import('#cli/services.ts'),
    ]);
    const deps = createCommandServices({
      config,
      target,
      keys,
      log: pino({ level: 'silent' }),
    });
    try {
      return await work(deps);
    } finally {
      await deps.close();
    }
  });
}

/**
 * Loads the keys. Fails if a pooler shares the session, if migrations are pending or if the master key is
 * wrong.
 */
async function requireSchema(target: ConnectionTarget, masterKeys: MasterKeys, keys: Keys): Promise<void> {
  const problem = await findSessionProblem(target);
  if (problem !== undefined) throw new DatabaseProblem(problem);
  const { sql, close } = connect(target, { max: 1, applicationName: 'vid-cli' });
  try {
    await requireMigrations(sql);
    if (!(await loadDataKeys(createDataKeys(sql, masterKeys), keys))) throw new ConfigError([wrongMasterKey]);
  } finally {
    await close();
  }
}

export async function requireMigrations(sql: Sql): Promise<void> {
  if ((await pendingMigrations(sql)).length > 0)
    throw new DatabaseProblem(
      `The database has pending migrations. Run ${program.command} migrate (${program.start} applies them too).`,
    );
}
