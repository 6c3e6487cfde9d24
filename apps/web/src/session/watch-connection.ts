import { commonEvents } from '#state/common.ts';

const wentOffline = (): void => commonEvents.wentOffline();
const cameOnline = (): void => commonEvents.cameOnline();

/**
 * Tracks whether the browser is offline. Relies on the browser's events instead of `navigator.onLine` at start, because
 * a machine without a network can still reach a local server.
 */
export function watchConnection(): () => void {
  addEventListener('offline', wentOffline);
  addEventListener('online', cameOnline);
  return () => {
    removeEventListener('offline', wentOffline);
    removeEventListener('online', cameOnline);
  };
}
