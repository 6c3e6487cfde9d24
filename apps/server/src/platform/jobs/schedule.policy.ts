/** All times are in UTC. */
export type Timing = {
  /**
   * A divisor of 60, or a multiple of 60. Runs start at multiples of the interval, counted from 1970, plus the
   * offset.
   */
  readonly everyMinutes: number;
  readonly offsetMinutes?: number;
  /** Time of day in which a run may start, as `hh:mm`; both ends are included. */
  readonly betweenUtc?: readonly [from: string, to: string];
};

export type TaskState = {
  readonly name: string;
  readonly dueAt: Date;
  /** The process that runs the task, until `leaseUntil`; null if none does. */
  readonly leaseId: string | null;
  readonly leaseUntil: Date | null;
};

const minuteMs = 60_000;
const dayMs = 86_400_000;

export function isAllowedAt({ betweenUtc }: Timing, now: Date): boolean {
  if (!betweenUtc) return true;
  const time = now.toISOString().slice(11, 16);
  return time >= betweenUtc[0] && time <= betweenUtc[1];
}

export function nextRun(timing: Timing, now: Date): Date {
  const stepMs = timing.everyMinutes * minuteMs;
  const offsetMs = (timing.offsetMinutes ?? 0) * minuteMs;
  const first = Math.floor((now.getTime() - offsetMs) / stepMs) * stepMs + stepMs + offsetMs;
  for (let at = first; at < first + dayMs; at += stepMs)
    if (isAllowedAt(timing, new Date(at))) return new Date(at);
  throw new Error('no run falls into the time of day in which the task may start');
}

/**
 * Returns when a task becomes ready: when it is due or, if a process started it and did not end it, at the
 * end of its lease.
 */
const readyAt = ({ dueAt, leaseUntil }: TaskState): number => (leaseUntil ?? dueAt).getTime();

/**
 * Decides whether a task runs now. One late run does the work of all missed runs. A run that was missed and
 * may not start at this time of day waits for the next regular time.
 */
export function decide(timing: Timing, task: TaskState, now: Date): 'run' | 'postpone' | 'wait' {
  if (readyAt(task) > now.getTime()) return 'wait';
  return isAllowedAt(timing, now) ? 'run' : 'postpone';
}

export function untilNext(tasks: readonly TaskState[], now: Date): number {
  return Math.max(0, Math.min(...tasks.map(readyAt)) - now.getTime());
}

export function oldestDueSeconds(tasks: readonly TaskState[], now: Date): number {
  const waits = tasks.map((task) => now.getTime() - readyAt(task));
  return Math.max(0, ...waits) / 1_000;
}
