import { Logger as WorkerLogger, parseCronItems, run, type Runner } from 'graphile-worker';
import { Pool, type PoolConfig } from 'pg';
import type { Logger } from 'pino';
import type { ConnectionTarget } from '#database/connection.ts';

export type Tasks = {
  /** Sends messages left by a crash or a failing gateway. */
  readonly deliverSms: () => Promise<unknown>;
  readonly purge: () => Promise<unknown>;
  /** Sends one logout notice. Failures are retried with growing delays. */
  readonly sendLogout: (id: number, isLastTry: boolean) => Promise<unknown>;
  /** Creates jobs for ended sessions that have none. */
  readonly sweepLogouts: () => Promise<unknown>;
};

type Deps = { readonly target: ConnectionTarget; readonly log: Logger; readonly tasks: Tasks };

export type Jobs = {
  /** Runs jobs from now on, or as soon as the database is reachable. */
  start(): void;
  /** Waits for running jobs, then closes the connections. */
  stop(): Promise<void>;
};

const retryMs = { min: 500, max: 10_000 };
/** A notification wakes a worker immediately. Polling only finds jobs whose notification was lost. */
const pollMs = 5_000;

const cronItems = parseCronItems([
  // No backfill, because one run does the work of all missed ones.
  { task: 'deliver-sms', match: '* * * * *', options: { maxAttempts: 1 } },
  { task: 'sweep-logouts', match: '* * * * *', options: { maxAttempts: 1 } },
  { task: 'purge', match: '*/5 * * * *', options: { maxAttempts: 1 } },
]);

/**
 * The job runner. graphile-worker has its own schema in the same database and its own connections, so that it takes
 * none from requests. Any number of processes may run it, because a worker locks its job. An outage ends the runner,
 * which then restarts until it can connect.
 */
export function createJobs(deps: Deps): Jobs {
  const { log } = deps;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  const runUntilStopped = async (): Promise<void> => {
    let delay = retryMs.min;
    while (!stopping.signal.aborted) {
      const pool = new Pool(poolConfig(deps.target));
      pool.on('error', (error) => log.debug({ err: error }, 'job runner lost a connection'));
      pool.on('connect', (client) => {
        client.on('error', () => undefined);
      });
      try {
        const runner = await startRunner(pool, deps);
        delay = retryMs.min;
        await waitForEnd(runner, stopping.signal);
      } catch (error) {
        log.warn({ err: error }, 'job runner stopped, restarting');
      } finally {
        await pool.end().catch(() => undefined);
      }
      await pause(delay, stopping.signal);
      delay = Math.min(delay * 2, retryMs.max);
    }
  };

  return {
    start() {
      running = runUntilStopped();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

function startRunner(pool: Pool, { log, tasks }: Deps): Promise<Runner> {
  return run({
    pgPool: pool,
    schema: 'graphile_worker',
    // An application that is slow to accept its logout notice must not delay the others.
    concurrency: 4,
    pollInterval: pollMs,
    noHandleSignals: true,
    parsedCronItems: cronItems,
    preset: {
      worker: {
        // graphile-worker 0.18 ignores the promise of an unbatched completion. If the database is lost at that moment,
        // the rejection is unhandled and ends the process. A batch, even without delay, handles it.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
    logger: new WorkerLogger(() => (level, message) => {
      // Below this level it logs the start and end of every job.
      if (level === 'error' || level === 'warning') log.warn({ part: 'jobs' }, message);
    }),
    taskList: {
      'deliver-sms': async () => {
        await tasks.deliverSms();
      },
      purge: async () => {
        await tasks.purge();
      },
      logout: async (payload, { job }) => {
        if (typeof payload !== 'object' || payload === null || !('id' in payload)) return;
        await tasks.sendLogout(Number(payload.id), job.attempts >= job.max_attempts);
      },
      'sweep-logouts': async () => {
        await tasks.sweepLogouts();
      },
    },
  });
}

/** Resolves after an orderly stop. Rejects if an outage ends the runner. */
async function waitForEnd(runner: Runner, signal: AbortSignal): Promise<void> {
  const stop = (): void => {
    runner.stop().catch(() => undefined);
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await runner.promise;
  } finally {
    signal.removeEventListener('abort', stop);
  }
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

/** Like postgres.js, pg takes the directory of a Unix socket as the host. */
function poolConfig(target: ConnectionTarget): PoolConfig {
  return {
    ...('url' in target ? { connectionString: target.url } : target),
    application_name: 'vid-jobs',
    max: 6,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
  };
}
