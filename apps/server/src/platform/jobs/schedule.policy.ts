/** The times at which a task runs, in UTC. */
export type Timing = {
  /** A divisor of an hour, or a whole hour. Runs start at multiples of it, counted from midnight. */
  readonly everyMinutes: number;
  /** Moves every run by this many minutes. */
  readonly offsetMinutes?: number;
  /** The only time of day in which a run may start, as `hh:mm`, both ends included. */
  readonly betweenUtc?: readonly [from: string, to: string];
};

export type TaskState = {
  readonly name: string;
  readonly dueAt: Date;
  /** The process that runs the task, and the end of its lease. Null when no process runs the task. */
  readonly leaseId: string | null;
  readonly leaseUntil: Date | null;
};

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Returns whether a run may start at this time of day. */
export function isAllowedAt({ betweenUtc }: Timing, now: Date): boolean {
  if (!betweenUtc) return true;
  const time = now.toISOString().slice(11, 16);
  return time >= betweenUtc[0] && time <= betweenUtc[1];
}

/** Returns the first regular time of the task after `now`. */
export function nextRun(timing: Timing, now: Date): Date {
  const stepMs = timing.everyMinutes * minuteMs;
  const offsetMs = (timing.offsetMinutes ?? 0) * minuteMs;
  const first = Math.floor((now.getTime() - offsetMs) / stepMs) * stepMs + stepMs + offsetMs;
  for (let at = first; at < first + dayMs; at += stepMs)
    if (isAllowedAt(timing, new Date(at))) return new Date(at);
  throw new Error('no run falls into the time of day in which the task may start');
}

/** Returns when the task becomes ready: at its time or, if a process began it and did not end it, after the lease. */
const readyAt = ({ dueAt, leaseUntil }: TaskState): number => (leaseUntil ?? dueAt).getTime();

/**
 * Decides whether a task runs now. One late run does the work of all missed runs. A run that was missed and may not
 * start at this time of day waits for the next regular time.
 */
export function decide(timing: Timing, task: TaskState, now: Date): 'run' | 'postpone' | 'wait' {
  if (readyAt(task) > now.getTime()) return 'wait';
  return isAllowedAt(timing, now) ? 'run' : 'postpone';
}

/** Returns in how many milliseconds one of the tasks may become ready. */
export function untilNext(tasks: readonly TaskState[], now: Date): number {
  return Math.max(0, Math.min(...tasks.map(readyAt)) - now.getTime());
}

/** Returns for how many seconds the task that waits longest has been ready; 0 if none waits. */
export function oldestDueSeconds(tasks: readonly TaskState[], now: Date): number {
  const waits = tasks.map((task) => now.getTime() - readyAt(task));
  return Math.max(0, ...waits) / 1_000;
}
