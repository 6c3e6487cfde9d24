import type { WorkerEvents } from 'graphile-worker';

export type WorkerWatch = {
  /** When a worker last asked the database for a job and got an answer, in `performance.now()`. */
  polledAt(): number | undefined;
  /** When the most recent running job started, in `performance.now()`. */
  jobStartedAt(): number | undefined;
  stop(): void;
};

type Options = {
  readonly limitMs: number;
  /** Whether commits wait for a standby. */
  readonly areWritesStalled: () => boolean;
  readonly onStuck: () => void;
};

const checksPerLimit = 6;

/**
 * Calls `onStuck` once some worker has neither run a job nor polled successfully for `limitMs`. graphile-worker 0.18
 * keeps the rejected promise of its first query for task ids, so a connection lost at that moment fails every later
 * poll without an error (taskIdentifiers.js). A frozen database and a shutdown that never ends look the same from here.
 *
 * While commits wait for a standby, the limit does not run. The workers' backends wait on the server even after their
 * connections have closed, so each new runner would add some until the server accepts no more.
 */
export function watchWorkers(
  events: WorkerEvents,
  { limitMs, areWritesStalled, onStuck }: Options,
): WorkerWatch {
  /** The last sign of each worker; infinite while it runs a job. */
  const signs = new Map<string, number>();
  /** Counts while there is no worker: before the first is created and after the last has stopped. */
  let emptySince = performance.now();
  let polledAt: number | undefined;
  const jobStarts = new Map<string, number>();
  const sign = (workerId: string, at: number): void => void signs.set(workerId, at);

  events.on('worker:create', ({ worker }) => sign(worker.workerId, performance.now()));
  events.on('worker:getJob:empty', ({ worker }) => {
    polledAt = performance.now();
    sign(worker.workerId, polledAt);
  });
  events.on('job:start', ({ worker }) => {
    polledAt = performance.now();
    jobStarts.set(worker.workerId, polledAt);
    sign(worker.workerId, Infinity);
  });
  events.on('job:complete', ({ worker }) => {
    jobStarts.delete(worker.workerId);
    sign(worker.workerId, performance.now());
  });
  events.on('worker:stop', ({ worker }) => {
    signs.delete(worker.workerId);
    jobStarts.delete(worker.workerId);
    emptySince = performance.now();
  });

  let stalledAt = 0;
  const timer = setInterval(() => {
    if (areWritesStalled()) stalledAt = performance.now();
    const oldest = signs.size === 0 ? emptySince : Math.min(...signs.values());
    if (performance.now() - Math.max(oldest, stalledAt) <= limitMs) return;
    clearInterval(timer);
    onStuck();
  }, limitMs / checksPerLimit);
  return {
    polledAt: () => polledAt,
    jobStartedAt: () => (jobStarts.size === 0 ? undefined : Math.max(...jobStarts.values())),
    stop: () => clearInterval(timer),
  };
}
