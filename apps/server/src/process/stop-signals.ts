/** A launcher passes Ctrl-C on, and the terminal sends it to everybody: both are one wish. */
const sameWishMs = 1_000;

/**
 * Calls `stop` at the first SIGINT, SIGTERM or SIGHUP, or when the launcher is gone, and `force` at another one that comes while that takes its time.
 */
export function onStopSignal(handlers: { readonly stop: () => void; readonly force: () => void }): void {
  let askedAt: number | undefined;
  const take = (): void => {
    if (askedAt === undefined) {
      askedAt = performance.now();
      handlers.stop();
    } else if (performance.now() - askedAt > sameWishMs) handlers.force();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, take);
  // The launcher holds a channel to this process; where it is killed without a word, that closes.
  if (process.connected) process.once('disconnect', take);
  // The launcher was killed: nobody is left who could ask.
  process.on('disconnect', take);
}
