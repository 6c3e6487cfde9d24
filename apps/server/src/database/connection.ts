import type { DialOptions, ServerAddress } from '@vid/sql/dial';
import { openPool, type Queryable, type Sql } from '@vid/sql/sql';
import type { PoolOptions } from '@vid/sql/pool';
import type { Fragment } from '@vid/sql/statement';
import { parseDatabaseUrl, type DatabaseAddress } from '#config/database-url.ts';
import { currentSubject } from './request-subject.ts';

export type { Fragment, Queryable, Sql };

/** A URL with the setting that contains it, or the directory of a Unix socket. */
export type ConnectionTarget =
  | { readonly url: string; readonly setting?: string }
  | { readonly host: string; readonly database: string; readonly user: string; readonly password?: string };

export function addressOf(target: ConnectionTarget): DatabaseAddress & ServerAddress {
  const setting = ('url' in target && target.setting) || 'VID_DATABASE_URL';
  if ('url' in target) return { ...parseDatabaseUrl(target.url), setting };
  const { host, database, user, password = '' } = target;
  return { hosts: [{ host, port: 5432 }], database, user, password, tls: undefined, setting };
}

type Options = DialOptions & {
  readonly max: number;
  readonly applicationName: string;
  readonly statementTimeoutMs?: number | undefined;
  /**
   * Maximum wait for a lock. The default is slightly shorter than the statement timeout, so that a locked row
   * can be told from an overloaded database.
   */
  readonly lockTimeoutMs?: number;
  /**
   * Time limit from the submission of a query to its result, or from the call of `begin` to the result of the
   * commit.
   */
  readonly deadlineMs?: number;
  readonly onReply?: () => void;
  readonly onNotification?: (channel: string, payload: string) => void;
  readonly maxLifetimeMs?: number;
  readonly onStatement?: PoolOptions['onStatement'];
};

/** Opens a pool that connects on first use, so that the process starts even if the database is down. */
export function connect(
  target: ConnectionTarget,
  options: Options,
): { sql: Sql; close: () => Promise<void> } {
  const { applicationName, statementTimeoutMs = 3_000, ...rest } = options;
  const { lockTimeoutMs = statementTimeoutMs - 200, deadlineMs = statementTimeoutMs + 500 } = options;
  const { user, password, database, ...server } = addressOf(target);
  return openPool({
    ...rest,
    server,
    user,
    password,
    database,
    deadlineMs,
    subjectOf: currentSubject,
    // Require only the default limits: behind a pooler that drops session settings, an operator can set the
    // limits of a request on the role, but no others.
    requiredLimits: options.statementTimeoutMs === undefined ? ['statement_timeout', 'lock_timeout'] : [],
    session: {
      application_name: applicationName,
      statement_timeout: statementTimeoutMs,
      lock_timeout: lockTimeoutMs,
      idle_in_transaction_session_timeout: 10_000,
      // Release the locks of a client that disconnected during a statement.
      client_connection_check_interval: 5_000,
      TimeZone: 'UTC',
      // Lookups by key need no plan for their values, and planning takes longer than execution.
      plan_cache_mode: 'force_generic_plan',
    },
  });
}
