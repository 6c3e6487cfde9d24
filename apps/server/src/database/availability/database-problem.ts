import { TlsFault, toTlsFault } from '@vid/sql/tls-fault';
import { DatabaseProblem } from './outage.ts';

const reasons: Readonly<Record<string, string>> = {
  '28P01': 'rejects the password in VID_DATABASE_URL.',
  '28000':
    'rejects the user in VID_DATABASE_URL, or a connection without TLS (see its pg_hba.conf). For TLS, add sslmode=verify-full and sslrootcert to the URL.',
  '3D000': 'has no database with the name in VID_DATABASE_URL. Create it first.',
  '42501':
    'does not give the user in VID_DATABASE_URL the rights that VID needs. Make it the owner of the database and of its schema.',
};

/**
 * Returns whether PgBouncer refused a startup parameter: it accepts only a few, and rejects the connection
 * for others.
 */
function refusesSettings(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/u.test(error.message);
}

/**
 * Converts an error that the operator must fix into a DatabaseProblem with an explanation. Returns every
 * other error unchanged.
 */
export function toProblem(error: unknown): unknown {
  if (error instanceof DatabaseProblem) return error;
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
