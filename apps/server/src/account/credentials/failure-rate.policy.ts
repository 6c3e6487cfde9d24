/** Length of the windows in which a process counts wrong passwords from unknown devices. */
const windowMs = 600_000;
const windowsOfDay = 144;
const windowsOfHour = 6;
/**
 * Multiple of the average above which a window's wrong passwords, if they also exceed the floor, count as an
 * attack.
 */
const factor = 3;
const attackMs = 1_800_000;

/** Wrong passwords counted by one process. Times are from a monotonic clock. */
export type FailureRate = {
  /** Failures per window of up to a day, as capped by `endWindows`, oldest first. */
  readonly past: readonly number[];
  readonly windowEndsMs: number;
  readonly failures: number;
  readonly attackedUntilMs: number;
};

export const noFailures = (nowMs: number): FailureRate => ({
  past: [],
  windowEndsMs: nowMs + windowMs,
  failures: 0,
  attackedUntilMs: nowMs,
});

/** Fills the past day with the usual hourly failures of all processes before this process started. */
export function addHistory(rate: FailureRate, failuresOfHour: number): FailureRate {
  const usual = Array<number>(windowsOfDay).fill(failuresOfHour / windowsOfHour);
  return { ...rate, past: [...usual, ...rate.past].slice(-windowsOfDay) };
}

/** Returns the largest number of failures in a window that does not count as an attack; at least `floor`. */
export function limitOf({ past }: Pick<FailureRate, 'past'>, floor: number): number {
  const average = past.length === 0 ? 0 : past.reduce((sum, count) => sum + count, 0) / past.length;
  return Math.max(floor, factor * average);
}

/**
 * Closes the windows that are over. A window counts as at most half its limit, so the average rises slowly
 * during an attack: a continuing attack is still recognized, but a lasting rise in failures eventually counts
 * as normal.
 */
function endWindows(rate: FailureRate, nowMs: number, floor: number): FailureRate {
  const { failures, windowEndsMs } = rate;
  if (nowMs < windowEndsMs) return rate;
  const ended = 1 + Math.floor((nowMs - windowEndsMs) / windowMs);
  const counted = Math.min(failures, limitOf(rate, floor) / 2);
  const empty = Array<number>(Math.min(ended - 1, windowsOfDay)).fill(0);
  return {
    ...rate,
    past: [...rate.past, counted, ...empty].slice(-windowsOfDay),
    windowEndsMs: windowEndsMs + ended * windowMs,
    failures: 0,
  };
}

export function addFailure(before: FailureRate, nowMs: number, floor: number): FailureRate {
  const rate = endWindows(before, nowMs, floor);
  const failures = rate.failures + 1;
  const isOver = failures > limitOf(rate, floor);
  return { ...rate, failures, attackedUntilMs: isOver ? nowMs + attackMs : rate.attackedUntilMs };
}

export function isUnderAttack(
  { attackedUntilMs }: Pick<FailureRate, 'attackedUntilMs'>,
  nowMs: number,
): boolean {
  return nowMs < attackedUntilMs;
}

/**
 * Returns whether a wrong password counts towards the overall rate, given the failures of its site (IPv6:
 * /48) in the site's ten-minute window. A few sites must not impose a captcha on all others. Any ten minutes
 * overlap at most two windows of a site; half of an address's limit in each adds up to that limit.
 */
export function countsForRate(siteFailures: number, addressLimit: number): boolean {
  return siteFailures <= addressLimit / 2;
}
