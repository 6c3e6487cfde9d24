import { tmpdir } from 'node:os';
import { startTestCluster } from '@vid/testkit/database/database';
import { openPool, type Sql } from '@vid/sql/sql';

export type DatabaseTarget = { readonly host: string; readonly user: string; readonly database: string };

export type BenchDatabase = {
  readonly name: string;
  readonly target: DatabaseTarget;
  /** Connection variables for child processes. Only libpq's variables, not a URL, can name a socket directory. */
  readonly environment: Readonly<Record<string, string>>;
};

/** A PostgreSQL for this run, in a temporary folder, with the settings of VID's embedded PostgreSQL. */
export type BenchPostgres = {
  /** Creates an empty database, which the first server that uses the database migrates. */
  create(name: string): Promise<BenchDatabase>;
  stop(): Promise<void>;
};

export async function startBenchPostgres(): Promise<BenchPostgres> {
  // Use a disk, because in memory no commit would wait for a disk.
  const started = await startTestCluster({ parent: tmpdir() });
  const { host, user } = started.cluster;
  return {
    async create(name) {
      await withConnection({ host, user, database: 'postgres' }, (sql) =>
        sql.unsafe(`create database ${name}`),
      );
      return {
        name,
        target: { host, user, database: name },
        environment: {
          PGHOST: host,
          PGUSER: user,
          PGDATABASE: name,
          VID_DATABASE_URL: `postgres:///${name}`,
        },
      };
    },
    stop: () => started.stop(),
  };
}

export async function withConnection<T>(target: DatabaseTarget, work: (sql: Sql) => Promise<T>): Promise<T> {
  const { sql, close } = openPool({
    server: { hosts: [{ host: target.host, port: 5_432 }] },
    user: target.user,
    database: target.database,
    max: 1,
    session: { application_name: 'vid-bench', TimeZone: 'UTC' },
  });
  try {
    return await work(sql);
  } finally {
    await close();
  }
}
