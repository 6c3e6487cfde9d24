import { AsyncLocalStorage } from 'node:async_hooks';

type OnError = (error: unknown) => void;

/** Follows every callback, timer and promise that the contained work creates. */
const handler = new AsyncLocalStorage<OnError | undefined>();

/**
 * Runs `work` and passes each error that nothing in it catches to `onError`. graphile-worker ignores promises and throws
 * from timers, which would end the process.
 */
export function contain<T>(onError: OnError, work: () => T): T {
  return handler.run(onError, work);
}

/** Runs our own code inside contained work. Its uncaught errors, and those of connections it opens, stay fatal. */
export function uncontained<T>(work: () => T): T {
  return handler.run(undefined, work);
}

/** For the process's handlers of uncaught errors: whether the error came from contained work, which then deals with it. */
export function takeContained(error: unknown): boolean {
  const onError = handler.getStore();
  onError?.(error);
  return onError !== undefined;
}
