/**
 * Runs work one at a time. Calls during a run share the next run, because the current run may have read its
 * queue before the caller added to it.
 */
export function oneAtATime<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const run = (): Promise<T> => {
    next = undefined;
    running = work().finally(() => {
      running = undefined;
    });
    return running;
  };
  return () => {
    if (!running) return next ?? run();
    next ??= running.then(run, run);
    return next;
  };
}
