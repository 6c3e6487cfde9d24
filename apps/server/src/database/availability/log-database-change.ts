import type { Logger } from 'pino';
import type { Change } from './availability.ts';
import { DatabaseProblem } from './outage.ts';
import { ReadOnlyServer } from '@vid/sql/errors';
import type { ReplicaChange } from '../replica/replica.ts';

export function logDatabaseChange(log: Logger, change: Change): void {
  if ('areWritesStalled' in change) {
    if (change.areWritesStalled)
      log.error('commits wait for a synchronous standby that does not respond; rejecting writes with 503');
    else log.info('commits work again');
  } else if ('silentConnections' in change)
    log.warn(
      change,
      'the database answered a new connection but not an old one; closed the silent connections',
    );
  else if (change.isUp) log.info('database reachable again');
  else if (change.reason instanceof ReadOnlyServer)
    log.error(`${change.reason.message} Rejecting requests with 503.`);
  else if (change.reason instanceof DatabaseProblem)
    log.error(`${change.reason.message} Rejecting requests with 503 until a new connection succeeds.`);
  else log.error({ err: change.reason }, 'database unreachable; rejecting requests with 503');
}

export function logReplicaChange(log: Logger, change: ReplicaChange): void {
  if (change.isUsed) log.info('reading lists from the standby');
  else if (change.reason === undefined) log.warn('the standby lags behind; reading lists from the primary');
  else log.warn({ err: change.reason }, 'the standby cannot be used; reading lists from the primary');
}
