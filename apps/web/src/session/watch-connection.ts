import { commonEvents } from '#state/common.ts';

const wentOffline = (): void => commonEvents.wentOffline();
const cameOnline = (): void => commonEvents.cameOnline();

/**
 * Tracks whether the browser is offline. Relies on its events and not on `navigator.onLine` at start: a machine
 * without a network can still reach a local server.
 */
export function watchConnection(): () => void {
  addEventListener('offline', wentOffline);
  addEventListener('online', cameOnline);
  return () => {
    removeEventListener('offline', wentOffline);
    removeEventListener('online', cameOnline);
  };
}
