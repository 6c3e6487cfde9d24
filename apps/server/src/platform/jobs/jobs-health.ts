import type { Availability } from '#database/availability.ts';
import type { Sql } from '#database/connection.ts';
import { findOldestDue } from './queue.repo.ts';
import type { WorkerWatch } from './worker-watch.ts';

type Deps = {
  readonly sql: Sql;
  readonly availability: Pick<Availability, 'state'>;
  readonly stalledMs: number;
  readonly longestJobMs: number;
};

const tickMs = 1_000;
const sampleEveryTicks = 15;

/** What readiness and metrics report about jobs. The queue is read at intervals, so that scrapes add no load. */
export function watchJobs({ sql, availability, stalledMs, longestJobMs }: Deps) {
  let watch: WorkerWatch | undefined;
  /** The last time that jobs ran or could not be expected to. Undefined before the start. */
  let fineAt: number | undefined;
  let oldestDueSeconds = 0;
  let ticks = 0;
  let timer: NodeJS.Timeout | undefined;
  let sampling: Promise<void> = Promise.resolve();

  const sample = async (): Promise<void> => {
    try {
      oldestDueSeconds = await findOldestDue(sql);
    } catch {
      // The queue's schema comes with the first start of a runner, and an outage has its own metric.
      oldestDueSeconds = 0;
    }
  };
  /** Workers that all run a job do not poll. */
  const isBusy = (): boolean => {
    const startedAt = watch?.jobStartedAt();
    return startedAt !== undefined && performance.now() - startedAt < longestJobMs;
  };
  const tick = (): void => {
    const { isUp, areWritesStalled } = availability.state();
    // Jobs cannot run during an outage or without commits, which readiness reports separately.
    if (!isUp || areWritesStalled || isBusy()) fineAt = performance.now();
    if (ticks % sampleEveryTicks === 0 && isUp) sampling = sample();
    ticks += 1;
  };

  return {
    start(): void {
      fineAt = performance.now();
      timer = setInterval(tick, tickMs);
      timer.unref();
    },
    follow(next: WorkerWatch): void {
      fineAt = Math.max(fineAt ?? 0, watch?.polledAt() ?? 0);
      watch = next;
    },
    isStalled(): boolean {
      if (fineAt === undefined) return false;
      return performance.now() - Math.max(fineAt, watch?.polledAt() ?? 0) > stalledMs;
    },
    oldestDueSeconds: () => oldestDueSeconds,
    async stop(): Promise<void> {
      clearInterval(timer);
      fineAt = undefined;
      await sampling;
    },
  };
}
