import type { Logger } from 'pino';

/** Work that an answer does not wait for. It never fails a request, is logged when it fails, and is waited for at the end. */
export type Background = {
  run(what: string, job: () => Promise<unknown>): void;
  /** Settles when nothing is under way any more. */
  idle(): Promise<void>;
};

export function createBackground(log: Pick<Logger, 'warn'>): Background {
  const running = new Set<Promise<void>>();
  return {
    run(what, job) {
      const settled: Promise<void> = Promise.resolve()
        .then(job)
        .then(
          () => undefined,
          (error: unknown) => log.warn({ err: error, what }, 'work in the background failed'),
        )
        .finally(() => running.delete(settled));
      running.add(settled);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
