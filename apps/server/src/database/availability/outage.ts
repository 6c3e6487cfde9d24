import { isLostStatement } from '@vid/sql/errors';

/** Error codes of @vid/sql and Node for a connection that is lost, refused or unusable. */
const connectionCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'QUERY_TIMEOUT',
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
  'READ_ONLY_SERVER',
  'SHARED_SESSION',
  'TLS_FAULT',
]);

/**
 * SQLSTATEs of failures of the server rather than of a statement (PostgreSQL appendix A): 08 connection, 28
 * refused user or password, 53 resources, 57 operator intervention and statement timeout, 58 system error
 * such as a full disk, 55P03 lock timeout, 25006 read-only transaction, 25P03 idle transaction timeout, 3D000
 * missing database, 40001 serialization failure, 40P01 deadlock, 42501 right that the role has lost.
 */
const outageStates = /^(?:08|28|53|57|58)|^(?:55P03|25006|25P03|3D000|40001|40P01|42501)$/u;

/**
 * Returns whether an error means that the database is down or overloaded, refuses VID, or lost a prepared
 * statement inside a transaction. The current request then fails with 503 and may be repeated.
 */
export function isOutage(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = 'code' in current ? current.code : undefined;
    if (typeof code === 'string' && (connectionCodes.has(code) || outageStates.test(code))) return true;
    if (isLostStatement(current)) return true;
  }
  return false;
}

export function isLockTimeout(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && current.code === '55P03') return true;
  }
  return false;
}

/**
 * Returns whether an error is a unique violation (23505); with `constraint`, a violation of that constraint.
 */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && current.code === '23505') {
      return constraint === undefined || ('constraint' in current && current.constraint === constraint);
    }
  }
  return false;
}

/** Thrown if the database is reachable but unusable. The message is for the operator. */
export class DatabaseProblem extends Error {
  override readonly name = 'DatabaseProblem';
}
