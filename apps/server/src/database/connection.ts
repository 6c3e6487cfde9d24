import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import * as schema from './schema.ts';

export type Database = PostgresJsDatabase<typeof schema>;
/** A transaction offers the same queries as the database itself. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
export type Queryable = Database | Transaction;
export type Sql = postgres.Sql;

/** How to reach PostgreSQL: an address, or the directory of a Unix socket. */
export type ConnectionTarget =
  | { readonly url: string }
  | { readonly host: string; readonly database: string; readonly user: string; readonly password?: string };

type Options = {
  readonly max: number;
  readonly applicationName: string;
  /** Migrations may run longer than a request may. */
  readonly statementTimeoutMs?: number;
};

type ArrayOf<T> = readonly (T | null)[];
/** postgres.js hands over what it has serialized before. */
const toArrayText = <T>(values: ArrayOf<T>, write: (value: T) => string | number): string =>
  typeof values === 'string'
    ? values
    : `{${values.map((value) => (value === null ? 'NULL' : write(value))).join(',')}}`;

/** Arrays as parameters, by the object ids of their types: `text[]`, `int[]`, `bytea[]`. Drizzle reads and writes its own. */
export const arrayTypes = {
  textArray: {
    to: 1009,
    from: [],
    serialize: (values: ArrayOf<string>) =>
      toArrayText(values, (value) => `"${value.replace(/["\\]/gu, '\\$&')}"`),
    parse: (text: string) => text,
  },
  byteaArray: {
    to: 1001,
    from: [],
    serialize: (values: ArrayOf<Buffer>) => toArrayText(values, (value) => `"\\\\x${value.toString('hex')}"`),
    parse: (text: string) => text,
  },
  intArray: {
    to: 1007,
    from: [],
    serialize: (values: ArrayOf<number>) => toArrayText(values, (value) => value),
    parse: (text: string) => text,
  },
};

/** Opens a pool. Connections are made on first use, so a database that is down does not stop the start. */
export function connect(
  target: ConnectionTarget,
  options: Options,
): { sql: Sql; db: Database; close: () => Promise<void> } {
  const { statementTimeoutMs = 3_000 } = options;
  const settings: postgres.Options<Record<string, postgres.PostgresType>> = {
    max: options.max,
    connect_timeout: 2,
    // A returning database is found again within a fifth of a second; the default grows to 20 s.
    backoff: () => 0.2,
    // Connections are renewed so that a fail-over behind one address is noticed.
    max_lifetime: 60 * 30,
    idle_timeout: 0,
    onnotice: () => undefined,
    transform: {},
    // Asking for the types of arrays is one more query on every new connection, and one whose failure nobody
    // catches: a database that goes away at that moment would end the process.
    fetch_types: false,
    types: arrayTypes,
    connection: {
      application_name: options.applicationName,
      statement_timeout: statementTimeoutMs,
      // A little sooner, so that a locked row is told from a database that is overloaded.
      lock_timeout: statementTimeoutMs - 200,
      idle_in_transaction_session_timeout: 10_000,
      // A client that vanished must not hold its locks.
      client_connection_check_interval: 5_000,
      TimeZone: 'UTC',
      // Every hot statement finds its rows by key, whatever it is asked for; planning it anew costs more than it does.
      plan_cache_mode: 'force_generic_plan',
    },
  };
  const sql =
    'url' in target
      ? postgres(target.url, settings)
      : postgres({
          ...settings,
          host: target.host,
          database: target.database,
          user: target.user,
          ...(target.password === undefined ? {} : { password: target.password }),
        });
  return { sql, db: drizzle(sql, { schema }), close: () => sql.end({ timeout: 5 }) };
}
