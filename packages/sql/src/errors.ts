/**
 * Codes for a connection that was lost, closed, not opened in time or too slow for a query. Node's own errors
 * have different codes.
 */
type ConnectionCode =
  | 'CONNECTION_CLOSED'
  | 'CONNECTION_DESTROYED'
  | 'CONNECTION_ENDED'
  | 'CONNECT_TIMEOUT'
  | 'QUERY_TIMEOUT';

export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly code: ConnectionCode;
  constructor(code: ConnectionCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Thrown when the server answers COMMIT with a rollback. */
export class CommitRefused extends Error {
  override readonly name = 'CommitRefused';
  readonly code = 'COMMIT_REFUSED';
  constructor(command: string) {
    super(`the server answered ${command} to a commit`);
  }
}

/**
 * Thrown when a pooler between this process and PostgreSQL shares the session with other clients or drops its settings.
 * Prepared statements and time limits could then belong to another client.
 */
export class SharedSession extends Error {
  override readonly name = 'SharedSession';
  readonly code = 'SHARED_SESSION';
  /**
   * The setting that the pooler dropped, such as `statement_timeout is 9s instead of 3s`; undefined if the
   * pooler shares the session.
   */
  readonly dropped: string | undefined;
  constructor(dropped?: string) {
    super(
      dropped === undefined
        ? 'a pooler gives each transaction another session'
        : `a pooler drops a setting of the session: ${dropped}`,
    );
    this.dropped = dropped;
  }
}

/**
 * Thrown when the server answers but accepts no writes. A failover may end this state, so the error counts as an
 * outage.
 */
export class ReadOnlyServer extends Error {
  override readonly name = 'ReadOnlyServer';
  readonly code = 'READ_ONLY_SERVER';
  constructor(reason: 'standby' | 'setting', host?: string) {
    const server = host === undefined ? 'The database server' : `The database server ${host}`;
    super(
      reason === 'standby'
        ? `${server} is read-only: it is a standby. The database URL must point to the primary.`
        : `${server} is read-only: default_transaction_read_only is on.`,
    );
  }
}

/** Returns whether the server has lost a prepared statement, or a table change has made it stale. */
export function isLostStatement(error: Error): boolean {
  const code = 'code' in error ? error.code : undefined;
  if (code !== '0A000') return code === '26000';
  // Error messages are localized, so identify a stale plan by the function that reported it.
  return 'routine' in error && error.routine === 'RevalidateCachedQuery';
}

/** Returns whether the server closes the connection after this error. */
export function isFatal(error: Error): boolean {
  return 'severity' in error && (error.severity === 'FATAL' || error.severity === 'PANIC');
}

/**
 * Replaces the stack of an error from the server with the statement, because the stack ends in the socket and never
 * reaches the caller.
 */
export function nameStatement(error: Error, text: string): Error {
  if ('severity' in error)
    error.stack = `${error.name}: ${error.message}\n    at ${text.replace(/\s+/gu, ' ').trim().slice(0, 200)}`;
  return error;
}
