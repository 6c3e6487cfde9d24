import { AppError } from '#lib/app-error.ts';

export type HashGateState = {
  /** Calls inside: running, waiting, or between two hashes of one call. */
  readonly inside: number;
  readonly running: number;
  readonly refused: number;
};
export type Run = <T>(job: () => Promise<T>) => Promise<T>;

/**
 * Bounds slow work twice: `concurrency` jobs run at once, and only that many calls plus `queue` are let in at all.
 * A call is admitted before it touches the database, so that a flood costs neither memory nor connections.
 */
export function createHashGate(limits: { readonly concurrency: number; readonly queue: number }) {
  const places = limits.concurrency + limits.queue;
  const waiting: { start(): void }[] = [];
  let inside = 0;
  let running = 0;
  let refused = 0;

  const acquire = (signal: AbortSignal | undefined): Promise<void> => {
    if (signal?.aborted) return Promise.reject(clientGone());
    if (running < limits.concurrency) {
      running += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const entry = {
        start(): void {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(clientGone());
      };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(entry);
    });
  };

  /** The slot passes on to the next in line, or becomes free. */
  const release = (): void => {
    const next = waiting.shift();
    if (next) next.start();
    else running -= 1;
  };

  return {
    async admit<T>(signal: AbortSignal | undefined, work: (run: Run) => Promise<T>): Promise<T> {
      if (inside >= places) {
        refused += 1;
        throw new AppError('BUSY', { retryAfterSeconds: 2 });
      }
      inside += 1;
      try {
        return await work(async (job) => {
          await acquire(signal);
          try {
            return await job();
          } finally {
            release();
          }
        });
      } finally {
        inside -= 1;
      }
    },
    state: (): HashGateState => ({ inside, running, refused }),
  };
}

function clientGone(): AppError {
  return new AppError('BUSY', { retryAfterSeconds: 1, internal: 'the client has gone' });
}
