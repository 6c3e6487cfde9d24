import postgres from 'postgres';
import { parse as parseArray } from 'postgres-array';
import { parseDatabaseUrl, type DatabaseAddress } from '#config/database-url.ts';
import { DialledSocket, dialMs, type DialOptions } from './dialled-socket.ts';

export type Sql = postgres.Sql;
/** The pool, or a transaction on one of its connections. */
export type Queryable = postgres.ISql;
/** A piece of SQL with its parameters, for use inside a statement. */
export type Fragment = postgres.Fragment;

/** How to connect to PostgreSQL: a URL, or the directory of a Unix socket. */
export type ConnectionTarget =
  | { readonly url: string }
  | { readonly host: string; readonly database: string; readonly user: string; readonly password?: string };

/** The address and credentials of a target, for both drivers. */
export function addressOf(target: ConnectionTarget): DatabaseAddress {
  if ('url' in target) return parseDatabaseUrl(target.url);
  const { host, database, user, password = '' } = target;
  return { hosts: [{ host, port: 5432 }], database, user, password, tls: undefined };
}

type Options = DialOptions & {
  readonly max: number;
  readonly applicationName: string;
  /** Default 3,000, the limit for a request. Migrations may take longer. */
  readonly statementTimeoutMs?: number | undefined;
  /**
   * How long a statement waits for a lock. The default is a little less than its timeout, so that a locked row is
   * distinguishable from an overloaded database.
   */
  readonly lockTimeoutMs?: number;
  /**
   * From a query's submission to its result, including the time behind other statements on its connection; the queries
   * of a transaction share one deadline, which begins with the wait for a connection. Then the connection is destroyed,
   * and if the server sent nothing on it since the query was submitted, the idle ones too. The server's own limits do
   * not help if the connection is half open, and do not cover a commit that waits for a standby.
   */
  readonly deadlineMs?: number;
  /** Called for every piece of data that the server sends. */
  readonly onReply?: () => void;
  /** Called for every notification of a channel that a connection listens to. */
  readonly onNotification?: (channel: string, payload: string) => void;
  /**
   * Disables sequential scans, for connections whose statements find rows by key. A generic plan made while a table was
   * empty would otherwise keep its sequential scan after the table has grown.
   */
  readonly byKey?: boolean;
};

type ArrayOf<T> = readonly (T | null)[];
const toArrayText = <T>(values: ArrayOf<T>, write: (value: T) => string | number): string =>
  `{${values.map((value) => (value === null ? 'NULL' : write(value))).join(',')}}`;

/** Array types by object id: `text[]` and `int[]`. No statement returns an `int[]`, so it is not parsed. */
const arrayTypes = {
  textArray: {
    to: 1009,
    from: [1009],
    serialize: (values: ArrayOf<string>) =>
      toArrayText(values, (value) => `"${value.replace(/["\\]/gu, '\\$&')}"`),
    parse: (text: string) => parseArray(text),
  },
  intArray: {
    to: 1007,
    from: [],
    serialize: (values: ArrayOf<number>) => toArrayText(values, (value) => value),
    parse: (text: string) => text,
  },
};

/** Opens a pool. Connections are made on first use, so the process starts even if the database is down. */
export function connect(
  target: ConnectionTarget,
  options: Options,
): { sql: Sql; close: () => Promise<void> } {
  const { statementTimeoutMs = 3_000 } = options;
  const { lockTimeoutMs = statementTimeoutMs - 200, deadlineMs = statementTimeoutMs + 500 } = options;
  const address = addressOf(target);
  const settings: postgres.Options<Record<string, postgres.PostgresType>> = {
    max: options.max,
    connect_timeout: dialMs(address) / 1_000,
    query_timeout: deadlineMs / 1_000,
    ...(options.onReply ? { onreply: options.onReply } : {}),
    // Reconnect within 0.2 s of the database's return; the default backoff grows to 20 s.
    backoff: () => 0.2,
    // Renew connections, so that a failover behind the same address is noticed.
    max_lifetime: 60 * 30,
    idle_timeout: 0,
    onnotice: () => undefined,
    // snake_case in SQL, camelCase in rows. Keys inside JSON values are left alone.
    transform: { column: { from: postgres.toCamel, to: postgres.fromCamel } },
    // postgres.js does not catch a failure of its query for array types, so losing the database at that moment would
    // end the process. The query would also cost each new connection a round trip.
    fetch_types: false,
    types: arrayTypes,
    connection: {
      application_name: options.applicationName,
      statement_timeout: statementTimeoutMs,
      lock_timeout: lockTimeoutMs,
      idle_in_transaction_session_timeout: 10_000,
      // Release the locks of a client that disappeared in the middle of a statement.
      client_connection_check_interval: 5_000,
      TimeZone: 'UTC',
      // Parameters do not change the plan of a lookup by key, and planning costs more than running it.
      plan_cache_mode: 'force_generic_plan',
      ...(options.byKey ? { enable_seqscan: 'off' as const } : {}),
    },
  };
  // Not in the driver's types, like `socket`.
  const notifications = options.onNotification ? { onnotify: options.onNotification } : {};
  const sql = postgres({ ...settings, ...driverAddress(address, options), ...notifications });
  return { sql, close: () => sql.end({ timeout: 5 }) };
}

type DriverAddress = Pick<
  postgres.Options<never>,
  'host' | 'port' | 'database' | 'user' | 'password' | 'ssl'
> & {
  /** Not in the driver's types. It uses the stream as if it were connected, and must never get a rejection. */
  readonly socket?: () => DialledSocket;
};

/** One host without TLS does not need our socket, which would copy every chunk. */
function driverAddress(address: DatabaseAddress, options: DialOptions): DriverAddress {
  const { hosts, database, user, password, tls } = address;
  const [{ host, port } = { host: 'localhost', port: 5432 }] = hosts;
  const isPlain = hosts.length === 1 && !tls;
  return {
    host,
    port,
    database,
    user,
    password,
    // Otherwise the driver reads PGSSL.
    ssl: false,
    ...(isPlain ? {} : { socket: () => new DialledSocket(address, options) }),
  };
}
