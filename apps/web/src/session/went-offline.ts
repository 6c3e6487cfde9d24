import { commonEvents } from '#state/common.ts';

const wentOffline = (): void => commonEvents.wentOffline();
const cameOnline = (): void => commonEvents.cameOnline();

/**
 * Going offline shows errors.windowNetworkError until the network is back. Only the browser's events count, not
 * its first guess: a machine without any network still reaches a server on itself.
 */
export function watchConnection(): () => void {
  addEventListener('offline', wentOffline);
  addEventListener('online', cameOnline);
  return () => {
    removeEventListener('offline', wentOffline);
    removeEventListener('online', cameOnline);
  };
}
