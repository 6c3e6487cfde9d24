import type { Logger } from 'pino';
import type { Change } from './availability.ts';

export function logDatabaseChange(log: Logger, change: Change): void {
  if ('isUp' in change) {
    if (change.isUp) log.info('database reachable again');
    else log.error('database unreachable, rejecting requests with 503');
    return;
  }
  if (change.areWritesStalled)
    log.error('commits wait for a synchronous standby that does not respond, rejecting writes with 503');
  else log.info('commits work again');
}
