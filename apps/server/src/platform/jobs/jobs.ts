import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Availability } from '#database/availability/availability.ts';
import type { Sql } from '#database/connection.ts';
import { newSecret } from '#lib/ids.ts';
import type { Metrics } from '#lib/telemetry/metrics.ts';
import type { Events } from '#platform/events/events.ts';
import type { Schedule } from '#platform/module.ts';
import { decide, nextRun, oldestDueSeconds, untilNext } from './schedule.policy.ts';
import { createTasksRepo } from './tasks.repo.ts';

type Deps = {
  readonly sql: Sql;
  readonly availability: Pick<Availability, 'state'>;
  readonly events: Pick<Events, 'subscribe'>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly metrics: Pick<Metrics, 'jobFailures' | 'jobEndsUnconfirmed'>;
  readonly timing?: Partial<JobTiming> | undefined;
};

export type JobTiming = {
  /** Maximum time between two polls; each poll renews the leases. */
  readonly pollMs: number;
  /** Time without a renewal after which another process may run the task. */
  readonly leaseSeconds: number;
  /** Time in which no task could start, after which the process reports that it is not ready. */
  readonly stalledMs: number;
  /** If all slots are in use, tasks count as stalled only after this long without a start. */
  readonly longestJobMs: number;
  readonly stopMs: number;
};

const defaultTiming: JobTiming = {
  pollMs: 5_000,
  leaseSeconds: 30,
  stalledMs: 60_000,
  longestJobMs: 600_000,
  stopMs: 10_000,
};

/** Pause after a database failure; short, so that tasks run again within a second of the recovery. */
const retryMs = 500;
/** Number of tasks that one process runs in parallel. They share the connection pool with requests. */
const places = 4;

export function createJobs(deps: Deps) {
  const { availability, log, metrics } = deps;
  const timing = { ...defaultTiming, ...deps.timing };
  const repo = createTasksRepo(deps.sql);
  let tasks: ReadonlyMap<string, Schedule> = new Map();
  const leaseId = newSecret();
  const running = new Map<string, Promise<void>>();
  /** Runs that have ended but are not recorded yet; true if the run failed. */
  const ended = new Map<string, boolean>();
  let startedLastAt = 0;
  /** The last time at which tasks could start or were not expected to start; undefined before the start. */
  let fineAt: number | undefined;
  let oldestDue = 0;
  let isLost = false;
  const stopping = new AbortController();
  let woken = Promise.withResolvers<void>();
  let unsubscribe: (() => void) | undefined;
  let loop: Promise<void> = Promise.resolve();

  const wake = (): void => woken.resolve();

  const run = async ({ name, run: work }: Schedule): Promise<void> => {
    let hasFailed = false;
    try {
      await work();
    } catch (error) {
      hasFailed = true;
      metrics.jobFailures.inc({ task: name });
      log.warn({ err: error, task: name }, 'task failed');
    }
    ended.set(name, hasFailed);
    running.delete(name);
    wake();
  };

  const recordEnds = async (): Promise<void> => {
    for (const [name, hasFailed] of ended) {
      try {
        await repo.finish({ name, leaseId }, hasFailed);
      } catch (error) {
        metrics.jobEndsUnconfirmed.inc();
        throw error;
      }
      ended.delete(name);
    }
  };

  const look = async (): Promise<number> => {
    await recordEnds();
    if (running.size > 0) await repo.renew(leaseId, [...running.keys()], timing.leaseSeconds);
    const { tasks: rows, now } = await repo.list([...tasks.keys()]);
    oldestDue = oldestDueSeconds(rows, now);
    const known = new Set(rows.map(({ name }) => name));
    for (const task of tasks.values())
      if (!known.has(task.name)) await repo.add(task.name, nextRun(task, now));
    for (const row of rows) {
      const task = tasks.get(row.name);
      if (
        !task ||
        stopping.signal.aborted ||
        running.has(row.name) ||
        ended.has(row.name) ||
        running.size >= places
      )
        continue;
      // If the lease is this process's own, the reply to its claim was lost, so the task is due now.
      const isOwn = row.leaseId === leaseId;
      const decision = decide(task, isOwn ? { ...row, leaseUntil: null, dueAt: now } : row, now);
      if (decision === 'postpone') await repo.postpone(row.name, nextRun(task, now));
      if (decision !== 'run') continue;
      if (!(await repo.claim({ name: row.name, leaseId }, nextRun(task, now), timing.leaseSeconds))) continue;
      startedLastAt = performance.now();
      running.set(row.name, run(task));
    }
    const isFull = running.size >= places;
    if (!isFull || performance.now() - startedLastAt < timing.longestJobMs) fineAt = performance.now();
    const others = rows.filter(({ name }) => !running.has(name));
    return known.size < tasks.size ? 0 : Math.min(timing.pollMs, isFull ? Infinity : untilNext(others, now));
  };

  /**
   * Polls only while the database responds and commits complete. While commits wait for a standby, each write
   * would occupy a backend.
   */
  const lookIfPossible = async (): Promise<number> => {
    const { isUp, areWritesStalled } = availability.state();
    if (!isUp || areWritesStalled) {
      fineAt = performance.now();
      return retryMs;
    }
    try {
      const ms = await look();
      if (isLost) log.info('scheduled tasks run again');
      isLost = false;
      return ms;
    } catch (error) {
      if (!isLost) log.warn({ err: error }, 'scheduled tasks cannot run');
      isLost = true;
      // Report no overdue tasks during an outage, which has a separate metric.
      oldestDue = 0;
      return retryMs;
    }
  };

  const runUntilStopped = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      woken = Promise.withResolvers();
      const timer = setTimeout(wake, await lookIfPossible());
      await woken.promise;
      clearTimeout(timer);
    }
  };

  return {
    start(given: readonly Schedule[]): void {
      tasks = new Map(given.map((task) => [task.name, task]));
      fineAt = performance.now();
      unsubscribe = deps.events.subscribe('tasks', 'all', wake);
      loop = runUntilStopped();
    },
    /** Waits up to `stopMs` for running tasks. Call this method before the pool closes. */
    async stop(): Promise<void> {
      stopping.abort();
      unsubscribe?.();
      wake();
      await loop;
      const waiting = new AbortController();
      const all = Promise.all(running.values()).finally(() => waiting.abort());
      await Promise.race([
        all,
        delay(timing.stopMs, undefined, { signal: waiting.signal }).catch(() => undefined),
      ]);
      if (running.size > 0) log.warn({ tasks: [...running.keys()] }, 'tasks did not end in time');
      // If the database does not respond, the leases of the ended runs expire by themselves.
      await recordEnds().catch(() => undefined);
      fineAt = undefined;
    },
    /**
     * Returns true if the database responds but tasks have been stalled for longer than `stalledMs`; false
     * before the start.
     */
    isStalled: (): boolean => fineAt !== undefined && performance.now() - fineAt > timing.stalledMs,
    oldestDueSeconds: (): number => oldestDue,
  };
}

export type Jobs = ReturnType<typeof createJobs>;
