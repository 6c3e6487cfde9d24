import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type ConnectionTarget, type Sql } from '@vid/server/database/connection';
import { lockDataFolder } from '@vid/embedded-postgres/data-folder-lock';
import { startEmbeddedPostgres } from '@vid/embedded-postgres/embedded-postgres';
import { migrate } from '@vid/server/database/migrate';

export type BenchDatabase = {
  readonly name: string;
  readonly target: ConnectionTarget;
  /** How a child process is told: libpq's variables name the socket, which an address cannot. */
  readonly environment: Readonly<Record<string, string>>;
};

/** The run's own PostgreSQL, with the settings VID's embedded one has, in a folder of its own. */
export type BenchPostgres = {
  create(name: string): Promise<BenchDatabase>;
  stop(): Promise<void>;
};

/** Bulk loads and checks take longer than a request may. */
const longStatementMs = 600_000;

export async function startBenchPostgres(): Promise<BenchPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vid-bench-'));
  const folder = await lockDataFolder(dataDir, { command: 'npm run bench' });
  const postgres = await startEmbeddedPostgres({ folder, log: () => undefined });
  const { host, user } = postgres.connection;
  return {
    async create(name) {
      await withConnection({ host, user, database: 'postgres' }, (sql) =>
        sql.unsafe(`create database ${name}`),
      );
      const target = { host, user, database: name };
      await withConnection(target, migrate);
      return {
        name,
        target,
        environment: {
          PGHOST: host,
          PGUSER: user,
          PGDATABASE: name,
          VID_DATABASE_URL: `postgres:///${name}`,
        },
      };
    },
    async stop() {
      await postgres.stop();
      await folder.release();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function withConnection<T>(
  target: ConnectionTarget,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const { sql, close } = connect(target, {
    max: 1,
    applicationName: 'vid-bench',
    statementTimeoutMs: longStatementMs,
  });
  try {
    return await work(sql);
  } finally {
    await close();
  }
}
