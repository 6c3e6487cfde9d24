import { EventEmitter } from 'node:events';
import {
  Logger as WorkerLogger,
  parseCronItems,
  run,
  type Runner,
  type RunnerOptions,
  type WorkerEvents,
} from 'graphile-worker';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { uncontained } from './containment.ts';

export type Tasks = {
  /** Sends messages left by a crash or a failing gateway. */
  readonly deliverSms: () => Promise<unknown>;
  /** The same for mail. */
  readonly deliverMail: () => Promise<unknown>;
  /** Starts, ends and announces the waiting times of recoveries. */
  readonly advanceRecoveries: () => Promise<unknown>;
  readonly purge: () => Promise<unknown>;
  /** Sends one logout notice. Failures are retried with growing delays. */
  readonly sendLogout: (id: number, isLastTry: boolean) => Promise<unknown>;
  /** Creates jobs for ended sessions that have none, or whose job was lost with its process. */
  readonly sweepLogouts: () => Promise<unknown>;
  /** Retries and gives up messages of webhooks. */
  readonly sweepWebhooks: () => Promise<unknown>;
  /** Builds requested copies of accounts' data. */
  readonly buildExports: () => Promise<unknown>;
  /** Erases accounts whose deletion is due, and reminds owners of theirs. */
  readonly eraseAccounts: () => Promise<unknown>;
  /** Counts what happened, for the dashboard. */
  readonly countActivity: () => Promise<unknown>;
  /** Makes partitions of the audit log ahead of time, seals its rows and checks the seals. */
  readonly keepAudit: () => Promise<unknown>;
  /** Checks, adds and removes imported members. */
  readonly runImports: () => Promise<unknown>;
  /** Writes the members to the files of requested exports. */
  readonly exportMembers: () => Promise<unknown>;
  /** Reminds brokers of certificates that are about to expire. */
  readonly remindOfExpiry: () => Promise<unknown>;
  /** Tells members of the incidents that affect them. */
  readonly tellOfIncidents: () => Promise<unknown>;
};

type RunnerInput = {
  readonly pool: Pool;
  readonly events: WorkerEvents;
  readonly log: Logger;
  readonly tasks: Tasks;
  readonly pollMs: number;
};

const cronItems = parseCronItems([
  // No backfill, because one run does the work of all missed ones.
  { task: 'deliver-sms', match: '* * * * *', options: { maxAttempts: 1 } },
  { task: 'deliver-mail', match: '* * * * *', options: { maxAttempts: 1 } },
  { task: 'advance-recoveries', match: '* * * * *', options: { maxAttempts: 1 } },
  { task: 'sweep-logouts', match: '* * * * *', options: { maxAttempts: 1 } },
  { task: 'sweep-webhooks', match: '* * * * *', options: { maxAttempts: 1 } },
  { task: 'build-exports', match: '* * * * *', options: { maxAttempts: 1 } },
  { task: 'count-activity', match: '* * * * *', options: { maxAttempts: 1 } },
  { task: 'erase-accounts', match: '*/10 * * * *', options: { maxAttempts: 1 } },
  { task: 'keep-audit', match: '* * * * *', options: { maxAttempts: 1 } },
  { task: 'run-imports', match: '* * * * *', options: { maxAttempts: 1 } },
  { task: 'export-members', match: '* * * * *', options: { maxAttempts: 1 } },
  // In the daytime of Vietnam (8:10 to 19:10), because it sends SMS.
  { task: 'remind-of-expiry', match: '10 1-12 * * *', options: { maxAttempts: 1 } },
  // At any hour, because the law asks for it without delay.
  { task: 'tell-of-incidents', match: '* * * * *', options: { maxAttempts: 1 } },
  { task: 'purge', match: '*/5 * * * *', options: { maxAttempts: 1 } },
]);

export const createWorkerEvents = (): WorkerEvents => new EventEmitter();

/** Starts graphile-worker, in its own schema of the same database. */
export function startRunner({ pool, events, log, tasks, pollMs }: RunnerInput): Promise<Runner> {
  return run({
    pgPool: pool,
    events,
    schema: 'graphile_worker',
    // An application that is slow to accept its logout notice must not delay the others.
    concurrency: 4,
    pollInterval: pollMs,
    noHandleSignals: true,
    // Behind a pooler in transaction mode a statement's name may be taken by another connection (42P05).
    noPreparedStatements: true,
    parsedCronItems: cronItems,
    preset: {
      worker: {
        // graphile-worker 0.18 ignores the promise of an unbatched completion. If the database is lost at that moment,
        // the rejection is unhandled. A batch, even without delay, handles it.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
    logger: new WorkerLogger(() => (level, message) => {
      // Below this level it logs the start and end of every job.
      if (level === 'error' || level === 'warning') log.warn({ part: 'jobs' }, message);
    }),
    taskList: taskList(tasks),
  });
}

function taskList(tasks: Tasks): NonNullable<RunnerOptions['taskList']> {
  return {
    'deliver-sms': async () => {
      await uncontained(tasks.deliverSms);
    },
    'deliver-mail': async () => {
      await uncontained(tasks.deliverMail);
    },
    'advance-recoveries': async () => {
      await uncontained(tasks.advanceRecoveries);
    },
    purge: async () => {
      await uncontained(tasks.purge);
    },
    logout: async (payload, { job }) => {
      if (typeof payload !== 'object' || payload === null || !('id' in payload)) return;
      const id = Number(payload.id);
      await uncontained(() => tasks.sendLogout(id, job.attempts >= job.max_attempts));
    },
    'sweep-logouts': async () => {
      await uncontained(tasks.sweepLogouts);
    },
    'sweep-webhooks': async () => {
      await uncontained(tasks.sweepWebhooks);
    },
    'build-exports': async () => {
      await uncontained(tasks.buildExports);
    },
    'count-activity': async () => {
      await uncontained(tasks.countActivity);
    },
    'erase-accounts': async () => {
      await uncontained(tasks.eraseAccounts);
    },
    'keep-audit': async () => {
      await uncontained(tasks.keepAudit);
    },
    'run-imports': async () => {
      await uncontained(tasks.runImports);
    },
    'export-members': async () => {
      await uncontained(tasks.exportMembers);
    },
    'remind-of-expiry': async () => {
      await uncontained(tasks.remindOfExpiry);
    },
    'tell-of-incidents': async () => {
      await uncontained(tasks.tellOfIncidents);
    },
  };
}
