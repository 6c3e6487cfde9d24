import postgres from 'postgres';

/** Names that postgres.js and Node give to a lost or refused connection. */
const connectionCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOENT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EPROTO',
]);

/**
 * SQLSTATE classes that mean “not now” (PostgreSQL appendix A): 08 connection, 53 resources, 57 operator
 * intervention and statement time-out, 58 system error (a full disk), 55P03 lock time-out, 25006 read-only,
 * 40001 and 40P01 lost a race with another transaction.
 */
const passingStates = /^(?:08|53|57|58)|^(?:55P03|25006|40001|40P01|25P03)$/u;

/** Whether a failure says that the database is away or overloaded, so that the answer is 503 and nobody is logged out. */
export function isOutage(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = 'code' in current ? current.code : undefined;
    if (typeof code === 'string' && (connectionCodes.has(code) || passingStates.test(code))) return true;
  }
  return false;
}

/**
 * SQLSTATEs of a statement that PostgreSQL has rolled back for what one of its items is (22 data, 23 integrity) or has met
 * (a locked row, a lost race). Any other failure may hide a commit whose answer was lost, or meets the next one as well.
 */
const itemStates = /^(?:22|23)|^(?:55P03|40001|40P01)$/u;

/** Whether a statement about many items failed for one of them and has written nothing, so that the others may try again. */
export function isFaultOfItem(error: unknown): boolean {
  return error instanceof postgres.PostgresError && itemStates.test(error.code);
}

/** Whether a failure is a violated unique index (23505), of this name where one is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && current.code === '23505') {
      return (
        constraint === undefined || ('constraint_name' in current && current.constraint_name === constraint)
      );
    }
  }
  return false;
}
