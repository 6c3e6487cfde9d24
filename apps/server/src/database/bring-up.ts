import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { connect, type ConnectionTarget, type Sql } from './connection.ts';
import { migrate, pendingMigrations, type Migration } from './migrate.ts';
import { DatabaseProblem, isLockTimeout, isOutage } from './availability/outage.ts';
import { findSessionProblem } from './own-session.ts';
import { ReadOnlyServer } from '@vid/sql/errors';
import { requireWritable } from './replica/read-only.ts';
import { TlsFault, toTlsFault } from '@vid/sql/tls-fault';

const oldestMajor = 15;
const retryMs = 500;
const migrationTimeoutMs = 30 * 60_000;
/**
 * A migration waits only briefly for a lock and is then retried, because all other statements on the table
 * queue behind it. The lock against other migrating processes has the same timeout.
 */
const lockTimeoutMs = 1_000;

type BringUp = {
  readonly target: ConnectionTarget;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** False if this process waits for another process that migrates. */
  readonly mayMigrate: boolean;
  readonly migrations?: readonly Migration[];
};

/**
 * Waits until the database responds and has this release's schema, retrying through outages. Returns the names
 * of the applied migrations.
 * @throws DatabaseProblem for a cause that a retry cannot fix
 */
export async function bringUpDatabase(input: BringUp): Promise<readonly string[]> {
  const { log, signal } = input;
  let logged = '';
  for (;;) {
    signal.throwIfAborted();
    try {
      const applied = await attempt(input);
      if (applied) return applied;
    } catch (error) {
      if (error instanceof TlsFault || refusesSettings(error) || !isOutage(error)) throw toProblem(error);
      const message = describe(error);
      if (message !== logged) log.warn({ err: error }, message);
      logged = message;
    }
    await delay(retryMs, undefined, { signal });
  }
}

function describe(error: unknown): string {
  if (error instanceof ReadOnlyServer) return `${error.message} Retrying until it accepts writes.`;
  if (isLockTimeout(error)) return 'a migration waits for a lock, retrying';
  return 'database not reachable yet, retrying';
}

async function attempt({ target, mayMigrate, migrations }: BringUp): Promise<readonly string[] | undefined> {
  const problem = await findSessionProblem(target);
  if (problem !== undefined) throw new DatabaseProblem(problem);
  const { sql, close } = connect(target, {
    max: 1,
    applicationName: 'vid-migrate',
    statementTimeoutMs: migrationTimeoutMs,
    lockTimeoutMs,
  });
  try {
    await requireVersion(sql);
    await requireWritable(sql);
    if (mayMigrate) return await migrate(sql, migrations);
    return (await pendingMigrations(sql)).length === 0 ? [] : undefined;
  } finally {
    await close();
  }
}

async function requireVersion(sql: Sql): Promise<void> {
  const [row] = await sql<{ number: string; name: string }[]>`
    select current_setting('server_version_num') as number, current_setting('server_version') as name`;
  if (!row || Number(row.number) < oldestMajor * 10_000) {
    throw new DatabaseProblem(
      `The database is PostgreSQL ${row?.name ?? '(unknown)'}; VID needs ${oldestMajor} or newer.`,
    );
  }
}

const reasons: Readonly<Record<string, string>> = {
  '28P01': 'rejects the password in VID_DATABASE_URL.',
  '28000':
    'rejects the user in VID_DATABASE_URL, or a connection without TLS (see its pg_hba.conf). For TLS, add sslmode=verify-full and sslrootcert to the URL.',
  '3D000': 'has no database with the name in VID_DATABASE_URL. Create it first.',
  '42501': 'does not let this user create tables. Grant it CREATE on the schema, or make it the owner.',
};

/**
 * Returns whether PgBouncer refused a startup parameter: it accepts only a few, and rejects the connection
 * for others.
 */
function refusesSettings(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/u.test(error.message);
}

/** Converts errors that a retry cannot fix into problems with an explanation for the operator. */
export function toProblem(error: unknown): unknown {
  // A server may reject a client certificate after the handshake, so a query may fail with a TLS error.
  const fault = toTlsFault(error, 'of VID_DATABASE_URL');
  if (fault instanceof TlsFault) return new DatabaseProblem(fault.message, { cause: error });
  if (refusesSettings(error))
    return new DatabaseProblem(
      'VID_DATABASE_URL points to a pooler that refuses the settings of VID’s sessions, such as statement_timeout. VID has its own pools: connect to PostgreSQL directly or through a TCP proxy (see docs/high-availability.md).',
      { cause: error },
    );
  // pg fails before it sends an empty password, so there is no error from the server.
  if (error instanceof Error && /^SASL: .*password must be/u.test(error.message))
    return new DatabaseProblem('VID_DATABASE_URL has no password, and the database server asks for one.', {
      cause: error,
    });
  for (let current = error; current instanceof Error; current = current.cause) {
    const reason = 'code' in current && typeof current.code === 'string' && reasons[current.code];
    if (reason) return new DatabaseProblem(`The database server ${reason}`, { cause: error });
  }
  return error;
}
