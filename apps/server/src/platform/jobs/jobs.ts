import type { Runner, WorkerEvents } from 'graphile-worker';
import type { Logger } from 'pino';
import type { Availability } from '#database/availability.ts';
import type { ConnectionTarget, Sql } from '#database/connection.ts';
import type { Metrics } from '#lib/metrics.ts';
import { contain } from './containment.ts';
import { createWorkerEvents, startRunner, type Tasks } from './job-runner.ts';
import { openJobsPool } from './jobs-pool.ts';
import { watchJobs } from './jobs-health.ts';
import { watchWorkers } from './worker-watch.ts';

type Deps = {
  readonly target: ConnectionTarget;
  readonly sql: Sql;
  readonly availability: Pick<Availability, 'state'>;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'jobFailures' | 'jobEndsUnconfirmed' | 'jobRunnerRestarts'>;
  readonly tasks: Tasks;
  /** Shorter in tests. */
  readonly timing?: Partial<JobTiming> | undefined;
};

export type JobTiming = {
  /** A notification wakes a worker immediately. Polling only finds jobs whose notification was lost. */
  readonly pollMs: number;
  /** A worker without a successful poll for this long is stuck. */
  readonly stuckMs: number;
  /** Readiness reports jobs that cannot run for this long. A restart of the runner takes less. */
  readonly stalledMs: number;
  /** Workers that run jobs count as stalled only once no job has started for this long. */
  readonly longestJobMs: number;
  /** How long running jobs may take after `stop`. */
  readonly stopMs: number;
};

const defaultTiming: JobTiming = {
  pollMs: 5_000,
  stuckMs: 30_000,
  stalledMs: 60_000,
  longestJobMs: 600_000,
  stopMs: 10_000,
};

export type Jobs = {
  /** Runs jobs from now on, or as soon as the database is reachable. */
  start(): void;
  /** Waits for running jobs, then closes the connections. */
  stop(): Promise<void>;
  /** Whether no job could run for a minute although the database answered. False if jobs were never started. */
  isStalled(): boolean;
  /** Age in seconds of the oldest overdue job. */
  oldestDueSeconds(): number;
};

const retryMs = { min: 500, max: 10_000 };

/**
 * The job runner. graphile-worker has its own schema in the same database and its own connections, so that it takes
 * none from requests. Any number of processes may run it, because a worker locks its job. An outage, or an error inside
 * graphile-worker, ends the runner and never the process; it restarts until it can connect.
 */
export function createJobs(deps: Deps): Jobs {
  const { log, metrics } = deps;
  const timing = { ...defaultTiming, ...deps.timing };
  const stopping = new AbortController();
  const health = watchJobs({ ...deps, ...timing });
  // Kept across restarts of the runner, because an abandoned one does not end its tasks.
  const tasks: Tasks = {
    ...deps.tasks,
    deliverSms: skipOverlaps(deps.tasks.deliverSms),
    deliverMail: skipOverlaps(deps.tasks.deliverMail),
    advanceRecoveries: skipOverlaps(deps.tasks.advanceRecoveries),
    purge: skipOverlaps(deps.tasks.purge),
    sweepWebhooks: skipOverlaps(deps.tasks.sweepWebhooks),
    buildExports: skipOverlaps(deps.tasks.buildExports),
    eraseAccounts: skipOverlaps(deps.tasks.eraseAccounts),
    countActivity: skipOverlaps(deps.tasks.countActivity),
    keepAudit: skipOverlaps(deps.tasks.keepAudit),
    runImports: skipOverlaps(deps.tasks.runImports),
    exportMembers: skipOverlaps(deps.tasks.exportMembers),
    remindOfExpiry: skipOverlaps(deps.tasks.remindOfExpiry),
    tellOfIncidents: skipOverlaps(deps.tasks.tellOfIncidents),
  };
  let running: Promise<void> = Promise.resolve();

  /** Resolves after an orderly stop. Rejects if an outage ends the runner, or if its workers are stuck. */
  const runOnce = async (): Promise<void> => {
    const { pool, close } = openJobsPool(deps);
    const events = createWorkerEvents();
    countFailures(events, metrics);
    const abandoned = Promise.withResolvers<never>();
    // Nothing waits for it once the runner has ended by itself.
    abandoned.promise.catch(ignore);
    const watch = watchWorkers(events, {
      limitMs: timing.stuckMs,
      areWritesStalled: () => deps.availability.state().areWritesStalled,
      onStuck: () => abandoned.reject(new Error('the job workers stopped polling')),
    });
    health.follow(watch);
    let stopTimer: NodeJS.Timeout | undefined;
    let runner: Runner | undefined;
    const stop = (): void => {
      stopTimer ??= setTimeout(() => abandoned.reject(new Error('the jobs did not end')), timing.stopMs);
      runner?.stop().catch(ignore);
    };
    stopping.signal.addEventListener('abort', stop, { once: true });
    try {
      const ended = contain(abandoned.reject, async () => {
        runner = await startRunner({ log, tasks, pool, events, pollMs: timing.pollMs });
        // The signal may have come while it started.
        if (stopping.signal.aborted) stop();
        await runner.promise;
      });
      await Promise.race([ended, abandoned.promise]);
    } finally {
      stopping.signal.removeEventListener('abort', stop);
      clearTimeout(stopTimer);
      watch.stop();
      // Ends the timers of an abandoned runner. One that has ended rejects this.
      contain(ignore, () => void runner?.kill().catch(ignore));
      await close();
    }
  };

  const runUntilStopped = async (): Promise<void> => {
    let delay = retryMs.min;
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      try {
        await runOnce();
        // Without an error if graphile-worker could not record the end of a job.
        if (!stopping.signal.aborted) log.warn('job runner stopped, restarting');
      } catch (error) {
        log.warn({ err: error }, 'job runner stopped, restarting');
      }
      metrics.jobRunnerRestarts.inc(stopping.signal.aborted ? 0 : 1);
      if (performance.now() - startedAt > retryMs.max) delay = retryMs.min;
      await pause(delay, stopping.signal);
      delay = Math.min(delay * 2, retryMs.max);
    }
  };

  return {
    start() {
      health.start();
      running = runUntilStopped();
    },
    async stop() {
      stopping.abort();
      await running;
      await health.stop();
    },
    isStalled: () => health.isStalled(),
    oldestDueSeconds: () => health.oldestDueSeconds(),
  };
}

function ignore(): void {}

/**
 * Returns immediately while an earlier call runs, because that one does the same work. With a slow gateway, one run
 * takes longer than a minute, and each minute's job would occupy another worker until none is left for logout notices.
 */
function skipOverlaps(task: () => Promise<unknown>): () => Promise<void> {
  let isRunning = false;
  return async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await task();
    } finally {
      isRunning = false;
    }
  };
}

/** The names of tasks are a closed list, so they can be a label. */
function countFailures(events: WorkerEvents, { jobFailures, jobEndsUnconfirmed }: Deps['metrics']): void {
  events.on('job:error', ({ job }) => jobFailures.inc({ task: job.task_identifier }));
  events.on('pool:fatalError', ({ action }) => {
    if (action === 'completeJob' || action === 'failJob') jobEndsUnconfirmed.inc();
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}
