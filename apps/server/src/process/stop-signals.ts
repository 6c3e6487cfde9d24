/**
 * Signals this close together count as one, because the terminal sends Ctrl-C to every process, and the
 * launcher forwards the signal too.
 */
const repeatMs = 1_000;

/** The first SIGINT, SIGTERM or SIGHUP, or the end of the launcher, calls `stop`; a later repetition calls `force`. */
export function onStopSignal(handlers: { readonly stop: () => void; readonly force: () => void }): void {
  let stoppedAt: number | undefined;
  const handle = (): void => {
    if (stoppedAt === undefined) {
      stoppedAt = performance.now();
      handlers.stop();
    } else if (performance.now() - stoppedAt > repeatMs) handlers.force();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handle);
  // The launcher keeps a channel to this process, which closes even when the launcher is killed.
  process.on('disconnect', handle);
}
