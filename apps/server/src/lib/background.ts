import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';

/**
 * Runs work outside the asynchronous context of the request that starts it, so that the work does not count
 * as part of the request.
 */
const outsideRequests = AsyncLocalStorage.snapshot();

/**
 * Creates a runner for work that no response waits for, but that must finish before shutdown. Logs failures.
 */
export function createBackground(log: Pick<Logger, 'warn'>) {
  const running = new Set<Promise<void>>();
  return {
    run(name: string, job: () => Promise<unknown>): void {
      const settled: Promise<void> = Promise.resolve()
        .then(() => outsideRequests(job))
        .then(
          () => undefined,
          (error: unknown) => log.warn({ err: error, job: name }, 'background job failed'),
        )
        .finally(() => running.delete(settled));
      running.add(settled);
    },
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

export type Background = ReturnType<typeof createBackground>;
