import { connect, type ConnectionTarget, type Sql } from './connection.ts';

const advice =
  'VID needs a separate session for each connection. Point VID_DATABASE_URL at PostgreSQL itself, or at a TCP balancer such as HAProxy. VID has its own pool.';

type Settings = { readonly statementTimeout: string; readonly lockTimeout: string; readonly pid: number };

/** Enough to meet every idle server connection of a pooler that hands them out in turn. */
const marksRead = 25;

/**
 * Returns what is wrong if a pooler such as PgBouncer is between VID and PostgreSQL and drops the session's settings,
 * without which statements have no time limit, or shares the session (transaction and statement mode). The driver's
 * prepared statements and session settings would then be another client's.
 */
export async function findSessionProblem(target: ConnectionTarget): Promise<string | undefined> {
  const { sql, close } = connect(target, { max: 1, applicationName: 'vid-check', acceptsReadOnly: true });
  try {
    const rows = await sql<Settings[]>`
      select current_setting('statement_timeout') as statement_timeout,
        current_setting('lock_timeout') as lock_timeout, pg_backend_pid() as pid`;
    const [row] = rows;
    if (row?.statementTimeout !== '3s' || row.lockTimeout !== '2800ms')
      return `A pooler drops the time limits of VID’s session (statement_timeout is ${row?.statementTimeout ?? 'unknown'} instead of 3s). ${advice}`;
    // A pooler announces its own process id, PostgreSQL the real one.
    if (rows.state.pid === row.pid) return undefined;
    return (await isShared(sql, target))
      ? `A pooler gives VID another session for each transaction (PgBouncer: pool_mode = transaction or statement). ${advice}`
      : undefined;
  } finally {
    await close();
  }
}

/** Whether a setting made on one connection is visible on another, or is lost on the first. */
async function isShared(sql: Sql, target: ConnectionTarget): Promise<boolean> {
  const mark = crypto.randomUUID();
  await sql.unsafe(`set vid.mark = '${mark}'`);
  const other = connect(target, { max: 1, applicationName: 'vid-check', acceptsReadOnly: true });
  try {
    for (let read = 0; read < marksRead; read += 1) {
      if ((await readMark(other.sql)) === mark) return true;
    }
    return (await readMark(sql)) !== mark;
  } finally {
    await other.close();
  }
}

/** By the simple protocol, because prepared statements are what a pooler breaks. */
async function readMark(sql: Sql): Promise<string | null | undefined> {
  const [row] = await sql<
    { mark: string | null }[]
  >`select current_setting('vid.mark', true) as mark`.simple();
  return row?.mark;
}
