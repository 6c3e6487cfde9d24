import { SharedSession } from '@vid/sql/errors';
import { connect, type ConnectionTarget } from './connection.ts';

const advice =
  'VID needs a separate session for each connection. Point VID_DATABASE_URL at PostgreSQL itself, or at a TCP balancer such as HAProxy. VID has its own pool.';

/**
 * Returns an explanation if a pooler such as PgBouncer between VID and PostgreSQL drops the session's
 * settings or shares the session; otherwise undefined. Every new connection is checked; if the check fails at
 * startup, the process exits with the explanation.
 */
export async function findSessionProblem(target: ConnectionTarget): Promise<string | undefined> {
  const { sql, close } = connect(target, { max: 1, applicationName: 'vid-check', acceptsReadOnly: true });
  try {
    await sql`select`;
    return undefined;
  } catch (error) {
    if (!(error instanceof SharedSession)) throw error;
    return error.dropped === undefined
      ? `A pooler gives VID another session for each transaction (PgBouncer: pool_mode = transaction or statement). ${advice}`
      : `A pooler drops the time limits of VID’s session (${error.dropped}). ${advice}`;
  } finally {
    await close();
  }
}
