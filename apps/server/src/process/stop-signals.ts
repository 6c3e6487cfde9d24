/**
 * Signals this close together count as one, because a terminal sends Ctrl-C to every process and the launcher
 * also forwards it.
 */
const repeatMs = 1_000;

/**
 * Calls `stop` on the first SIGINT, SIGTERM or SIGHUP, or when the launcher exits. Calls `force` if any of
 * these happens more than `repeatMs` later.
 */
export function onStopSignal(handlers: { readonly stop: () => void; readonly force: () => void }): void {
  let stoppedAt: number | undefined;
  const handle = (): void => {
    if (stoppedAt === undefined) {
      stoppedAt = performance.now();
      handlers.stop();
    } else if (performance.now() - stoppedAt > repeatMs) handlers.force();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handle);
  // The launcher keeps a channel to this process, which closes even if the launcher is killed.
  process.on('disconnect', handle);
}
