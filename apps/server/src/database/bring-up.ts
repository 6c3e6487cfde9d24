import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { connect, type ConnectionTarget, type Sql } from './connection.ts';
import { DatabaseProblem } from './database-problem.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { isOutage } from './outage.ts';

/** Oldest PostgreSQL whose features the migrations and queries use. */
const oldestMajor = 15;
const retryMs = 500;
const migrationTimeoutMs = 30 * 60_000;

type BringUp = {
  readonly target: ConnectionTarget;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Where another process migrates, this one only waits for the outcome. */
  readonly mayMigrate: boolean;
};

/**
 * Waits until the database answers and its schema is this release's; a database that is away is asked again and
 * again. Returns the migrations applied. Throws `DatabaseProblem` for what waiting does not cure.
 */
export async function bringUpDatabase(input: BringUp): Promise<readonly string[]> {
  const { log, signal } = input;
  let isTold = false;
  for (;;) {
    signal.throwIfAborted();
    try {
      const applied = await attempt(input);
      if (applied) return applied;
    } catch (error) {
      if (!isOutage(error)) throw toProblem(error);
      if (!isTold) log.warn({ err: error }, 'the database does not answer yet; trying again until it does');
      isTold = true;
    }
    await delay(retryMs, undefined, { signal });
  }
}

async function attempt({ target, mayMigrate }: BringUp): Promise<readonly string[] | undefined> {
  const { sql, close } = connect(target, {
    max: 1,
    applicationName: 'vid-migrate',
    statementTimeoutMs: migrationTimeoutMs,
  });
  try {
    await requireVersion(sql);
    if (mayMigrate) return await migrate(sql);
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
  '28P01': 'refuses the password of VID_DATABASE_URL.',
  '28000': 'refuses the user of VID_DATABASE_URL (see its pg_hba.conf).',
  '3D000': 'has no database of the name in VID_DATABASE_URL: create it first.',
  '42501': 'does not let this user create tables: grant it CREATE on the schema, or make it the owner.',
};

function toProblem(error: unknown): unknown {
  for (let current = error; current instanceof Error; current = current.cause) {
    const reason = 'code' in current && typeof current.code === 'string' && reasons[current.code];
    if (reason) return new DatabaseProblem(`The database server ${reason}`, { cause: error });
  }
  return error;
}
