import postgres from 'postgres';

/** Error codes of postgres.js and Node for a lost or refused connection. */
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
 * SQLSTATEs of temporary failures (PostgreSQL appendix A): 08 connection, 53 resources, 57 operator intervention and
 * statement timeout, 58 system error such as a full disk, 55P03 lock timeout, 25006 read-only transaction, 25P03 idle
 * transaction timeout, 40001 serialization failure, 40P01 deadlock.
 */
const temporaryStates = /^(?:08|53|57|58)|^(?:55P03|25006|40001|40P01|25P03)$/u;

/** Whether an error means that the database is down or overloaded. Such a request gets 503 and ends no session. */
export function isOutage(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = 'code' in current ? current.code : undefined;
    if (typeof code === 'string' && (connectionCodes.has(code) || temporaryStates.test(code))) return true;
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

/** Whether an error is a violation of a unique index (23505), of the given name if there is one. */
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
