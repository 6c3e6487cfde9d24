/**
 * Calls `onTick` at an interval, and with `isAwake` when the page becomes visible, or comes online while
 * visible, until the returned function is called.
 */
export function repeatWhileOpen(onTick: (isAwake: boolean) => void, everyMs: number): () => void {
  const timer = setInterval(() => onTick(false), everyMs);
  const onWake = (): void => {
    if (document.visibilityState === 'visible') onTick(true);
  };
  document.addEventListener('visibilitychange', onWake);
  globalThis.addEventListener('online', onWake);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onWake);
    globalThis.removeEventListener('online', onWake);
  };
}
