import PQueue from 'p-queue';
import { AppError } from '#lib/app-error.ts';

export type HashGateState = {
  /** Admitted calls: running, waiting, or between two hashes of one call. */
  readonly inside: number;
  readonly running: number;
  readonly refused: number;
};
export type Run = <T>(job: () => Promise<T>) => Promise<T>;

/**
 * Limits slow work. At most `concurrency` jobs run in parallel, and at most that many calls plus `queue` are admitted.
 * A call is admitted before it touches the database, so a flood costs neither memory nor connections.
 */
export function createHashGate(limits: { readonly concurrency: number; readonly queue: number }) {
  const jobs = new PQueue({ concurrency: limits.concurrency });
  const places = limits.concurrency + limits.queue;
  let inside = 0;
  let refused = 0;

  const run = async <T>(job: () => Promise<T>, client: AbortSignal | undefined): Promise<T> => {
    if (client?.aborted) throw clientGone();
    // Aborts the job only while it waits. p-queue frees the slot of a job that is aborted while it runs, but the hash
    // keeps its thread and its memory, so clients that leave early could exceed the limit.
    const waiting = new AbortController();
    const leave = (): void => waiting.abort(clientGone());
    client?.addEventListener('abort', leave, { once: true });
    return jobs.add(
      () => {
        client?.removeEventListener('abort', leave);
        return job();
      },
      { signal: waiting.signal },
    );
  };

  return {
    /**
     * Calls `work` with a function that runs one job in turn.
     * @throws AppError BUSY if no slot is free, or if the client leaves while its job waits.
     */
    async admit<T>(client: AbortSignal | undefined, work: (run: Run) => Promise<T>): Promise<T> {
      if (inside >= places) {
        refused += 1;
        throw new AppError('BUSY', { retryAfterSeconds: 2 });
      }
      inside += 1;
      try {
        return await work((job) => run(job, client));
      } finally {
        inside -= 1;
      }
    },
    state: (): HashGateState => ({ inside, running: jobs.pending, refused }),
  };
}

function clientGone(): AppError {
  return new AppError('BUSY', { retryAfterSeconds: 1, internal: 'the client closed the connection' });
}
