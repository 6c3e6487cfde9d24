import { commonEvents } from '../state/common.ts';

/**
 * Going offline shows errors.windowNetworkError until the network is back. Only the browser's events count, not
 * its first guess: a machine without any network still reaches a server on itself.
 */
export function watchConnection(): () => void {
  addEventListener('offline', commonEvents.wentOffline);
  addEventListener('online', commonEvents.cameOnline);
  return () => {
    removeEventListener('offline', commonEvents.wentOffline);
    removeEventListener('online', commonEvents.cameOnline);
  };
}
