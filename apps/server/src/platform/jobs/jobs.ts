import { Logger as WorkerLogger, parseCronItems, run, type Runner } from 'graphile-worker';
import { Pool, type PoolConfig } from 'pg';
import type { Logger } from 'pino';
import type { ConnectionTarget } from '#database/connection.ts';

export type Tasks = {
  /** Sends what a crash or a failing gateway left waiting. */
  readonly deliverSms: () => Promise<unknown>;
  readonly purge: () => Promise<unknown>;
  /** Tells applications of one ended session; a failure is tried again, later each time. */
  readonly sendLogout: (id: number, isLastTry: boolean) => Promise<unknown>;
  /** Finds ended sessions that have no job. */
  readonly sweepLogouts: () => Promise<unknown>;
};

type Parts = { readonly target: ConnectionTarget; readonly log: Logger; readonly tasks: Tasks };

export type Jobs = {
  /** Begins to run jobs, now or as soon as the database answers. */
  start(): void;
  /** Lets a running job end, then closes its connections. */
  stop(): Promise<void>;
};

const retryMs = { first: 500, longest: 10_000 };
/** Jobs are rare: a notification wakes a worker at once, the poll is for one that was missed. */
const pollMs = 5_000;

const cronItems = parseCronItems([
  // No backfill: one run does the work of all that were missed.
  { task: 'deliver-sms', match: '* * * * *', options: { maxAttempts: 1 } },
  { task: 'sweep-logouts', match: '* * * * *', options: { maxAttempts: 1 } },
  { task: 'purge', match: '*/5 * * * *', options: { maxAttempts: 1 } },
]);

/**
 * The job runner, graphile-worker in a schema of its own on the same database, over a few connections of its own
 * so that it never takes one from a request. Every process may run it: a job is locked by the one that has it.
 * An outage ends a run and never the process: it is begun anew until it holds.
 */
export function createJobs(parts: Parts): Jobs {
  const { log } = parts;
  const stopping = new AbortController();
  let life: Promise<void> = Promise.resolve();

  const live = async (): Promise<void> => {
    let delay = retryMs.first;
    while (!stopping.signal.aborted) {
      const pool = new Pool(poolConfig(parts.target));
      pool.on('error', (error) => log.debug({ err: error }, 'a connection of the job runner was lost'));
      pool.on('connect', (client) => {
        client.on('error', () => undefined);
      });
      try {
        const runner = await begin(pool, parts);
        delay = retryMs.first;
        await untilEnd(runner, stopping.signal);
      } catch (error) {
        log.warn({ err: error }, 'the job runner stopped and will be started again');
      } finally {
        await pool.end().catch(() => undefined);
      }
      await pause(delay, stopping.signal);
      delay = Math.min(delay * 2, retryMs.longest);
    }
  };

  return {
    start() {
      life = live();
    },
    async stop() {
      stopping.abort();
      await life;
    },
  };
}

function begin(pool: Pool, { log, tasks }: Parts): Promise<Runner> {
  return run({
    pgPool: pool,
    schema: 'graphile_worker',
    // An application that is slow to take its logout must not hold up the others.
    concurrency: 4,
    pollInterval: pollMs,
    noHandleSignals: true,
    parsedCronItems: cronItems,
    logger: new WorkerLogger(() => (level, message) => {
      // It tells of every job it starts and ends; only what went wrong is news.
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

/** Ends with the run: stopped by us in good order, or broken off by an outage. */
async function untilEnd(runner: Runner, signal: AbortSignal): Promise<void> {
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

/** pg finds a Unix socket by its directory, as postgres.js does. */
function poolConfig(target: ConnectionTarget): PoolConfig {
  return {
    ...('url' in target ? { connectionString: target.url } : target),
    application_name: 'vid-jobs',
    max: 6,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
  };
}
