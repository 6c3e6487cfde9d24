import { inject } from 'vitest';
import { openPool, type Sql } from '../sql.ts';
import type { PoolOptions } from '../pool.ts';

type Open = (options?: Partial<PoolOptions>) => Sql;
export type TestDatabase = {
  readonly server: { readonly hosts: readonly { readonly host: string; readonly port: number }[] };
  readonly user: string;
  readonly database: string;
  /** Opens a pool of one connection, which `drop` closes. */
  readonly open: Open;
  readonly drop: () => Promise<void>;
};

export async function createTestDatabase(): Promise<TestDatabase> {
  const { host, user } = inject('cluster');
  const server = { hosts: [{ host, port: 5_432 }] };
  const database = `sql_${crypto.randomUUID().slice(0, 8)}`;
  const admin = openPool({ server, user, database: 'postgres', max: 1 });
  await admin.sql`create database ${admin.sql(database)} template template0`;
  const closes: (() => Promise<void>)[] = [];
  return {
    server,
    user,
    database,
    open(options = {}) {
      const { sql, close } = openPool({ server, user, database, max: 1, ...options });
      closes.push(close);
      return sql;
    },
    async drop() {
      for (const close of closes) await close();
      await admin.sql`drop database ${admin.sql(database)} with (force)`;
      await admin.close();
    },
  };
}
