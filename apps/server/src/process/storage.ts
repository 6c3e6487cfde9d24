import type { Logger } from 'pino';
import type { Config } from '#config/config.ts';
import type { ConnectionTarget } from '#database/connection.ts';
import { DataFolderLockedError, lockDataFolder } from '@vid/embedded-postgres/data-folder-lock';
import { EmbeddedPostgresError } from '@vid/embedded-postgres/embedded-postgres-error';
import { startEmbeddedPostgres } from '@vid/embedded-postgres/embedded-postgres';
import { exitCodes } from './environment/environment.ts';
import { StartProblem } from './start-problem.ts';

export type Storage = {
  readonly target: ConnectionTarget;
  /** True if VID runs the database itself. Then the database starts first and stops last. */
  readonly isEmbedded: boolean;
  close(): Promise<void>;
};

/** Opens the database. Locks the data folder of an embedded database for this process. */
export async function openStorage(config: Config, log: Logger, command: string): Promise<Storage> {
  if (config.databaseUrl !== undefined) {
    return { target: { url: config.databaseUrl }, isEmbedded: false, close: () => Promise.resolve() };
  }
  const folder = await lockDataFolder(config.dataDir, {
    command,
    address: `http://localhost:${config.port}/vid/web/`,
  }).catch((error: unknown) => {
    if (error instanceof DataFolderLockedError)
      throw new StartProblem(error.message, exitCodes.unavailable, error);
    throw error;
  });
  try {
    const postgres = await startEmbeddedPostgres({
      folder,
      log: ({ level, message }) => log[level](message),
    });
    return {
      target: postgres.connection,
      isEmbedded: true,
      async close() {
        await postgres.stop();
        await folder.release();
      },
    };
  } catch (error) {
    await folder.release();
    if (error instanceof EmbeddedPostgresError)
      throw new StartProblem(error.message, exitCodes.unavailable, error);
    throw error;
  }
}
