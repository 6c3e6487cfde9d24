import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { connect, type ConnectionTarget, type Sql } from './connection.ts';
import { migrate, pendingMigrations, type Migration } from './migrate.ts';
import { toProblem } from './availability/database-problem.ts';
import { DatabaseProblem, isLockTimeout, isOutage } from './availability/outage.ts';
import { findSessionProblem } from './own-session.ts';
import { ReadOnlyServer } from '@vid/sql/errors';
import { requireWritable } from './replica/read-only.ts';

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
 * Waits until the database responds and has this release's schema, retrying through outages. Returns the
 * names of the applied migrations.
 * @throws DatabaseProblem for a cause that the operator must fix, any other error that is not an outage, and
 *   the reason of `signal` once it is aborted
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
      const problem = toProblem(error);
      if (problem instanceof DatabaseProblem || !isOutage(error)) throw problem;
      const message = describe(error);
      if (message !== logged) log.warn({ err: error }, message);
      logged = message;
    }
    await delay(retryMs, undefined, { signal });
  }
}

function describe(error: unknown): string {
  if (error instanceof ReadOnlyServer) return `${error.message} Retrying until it accepts writes.`;
  if (isLockTimeout(error)) return 'a migration could not get its lock; retrying';
  return 'database not reachable yet; retrying';
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
