import postgres from 'postgres';
import { parse as parseArray } from 'postgres-array';

export type Sql = postgres.Sql;
/** What a query runs on: the pool, or a transaction of it. */
export type Queryable = postgres.ISql;
/** A piece of SQL with its parameters, to be placed inside a statement. */
export type Fragment = postgres.Fragment;

/** How to reach PostgreSQL: an address, or the directory of a Unix socket. */
export type ConnectionTarget =
  | { readonly url: string }
  | { readonly host: string; readonly database: string; readonly user: string; readonly password?: string };

type Options = {
  readonly max: number;
  readonly applicationName: string;
  /** Migrations may run longer than a request may. */
  readonly statementTimeoutMs?: number;
  /**
   * For connections whose statements find their rows by key: a plan made while a table was empty must not keep
   * its sequential scan once the table has grown.
   */
  readonly byKey?: boolean;
};

type ArrayOf<T> = readonly (T | null)[];
/** postgres.js may hand over a value that it has serialised before. */
const toArrayText = <T>(values: ArrayOf<T>, write: (value: T) => string | number): string =>
  typeof values === 'string'
    ? values
    : `{${values.map((value) => (value === null ? 'NULL' : write(value))).join(',')}}`;

/** Arrays by the object ids of their types: `text[]`, `int[]`, `bytea[]`. Only `text[]` is read. */
export const arrayTypes = {
  textArray: {
    to: 1009,
    from: [1009],
    serialize: (values: ArrayOf<string>) =>
      toArrayText(values, (value) => `"${value.replace(/["\\]/gu, '\\$&')}"`),
    parse: (text: string) => parseArray(text),
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
): { sql: Sql; close: () => Promise<void> } {
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
    // Columns are snake_case in SQL and camelCase in rows. Keys inside JSON values stay as they are.
    transform: { column: { from: postgres.toCamel, to: postgres.fromCamel } },
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
      // Statements find their rows by key whatever the parameters are; planning one costs more than running it.
      plan_cache_mode: 'force_generic_plan',
      ...(options.byKey ? { enable_seqscan: 'off' as const } : {}),
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
  return { sql, close: () => sql.end({ timeout: 5 }) };
}
