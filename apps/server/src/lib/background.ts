import type { Logger } from 'pino';

/** Work that a response does not wait for. Failures are logged. Shutdown waits for it. */
export type Background = {
  run(name: string, job: () => Promise<unknown>): void;
  /** Resolves when no job is running. */
  idle(): Promise<void>;
};

export function createBackground(log: Pick<Logger, 'warn'>): Background {
  const running = new Set<Promise<void>>();
  return {
    run(name, job) {
      const settled: Promise<void> = Promise.resolve()
        .then(job)
        .then(
          () => undefined,
          (error: unknown) => log.warn({ err: error, job: name }, 'background job failed'),
        )
        .finally(() => running.delete(settled));
      running.add(settled);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
