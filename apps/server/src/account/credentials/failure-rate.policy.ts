/** A process counts the wrong passwords of unknown devices in windows of this length. */
const windowMs = 600_000;
/** The number of windows in a day, over which the usual number of failures is averaged. */
const windowsOfDay = 144;
/** More wrong passwords in a window than this multiple of the average are an attack. */
const factor = 3;
/** An attack lasts this long after the last wrong password that was over the limit. */
const attackMs = 1_800_000;

/** The wrong passwords that a process has counted. Times are of a clock that is never adjusted. */
export type FailureRate = {
  /** The failures of the past windows of a day, the oldest first. */
  readonly past: readonly number[];
  readonly windowEndsMs: number;
  /** The failures of the present window. */
  readonly failures: number;
  readonly attackedUntilMs: number;
};

export const noFailures = (nowMs: number): FailureRate => ({
  past: [],
  windowEndsMs: nowMs + windowMs,
  failures: 0,
  attackedUntilMs: nowMs,
});

/** Fills the day before the start of the process with the failures that all processes have counted. */
export function addHistory(rate: FailureRate, failuresOfDay: number): FailureRate {
  const usual = Array<number>(windowsOfDay).fill(failuresOfDay / windowsOfDay);
  return { ...rate, past: [...usual, ...rate.past].slice(-windowsOfDay) };
}

/** Returns the most failures in a window that are no attack. They are at least `floor`. */
export function limitOf({ past }: Pick<FailureRate, 'past'>, floor: number): number {
  const average = past.length === 0 ? 0 : past.reduce((sum, count) => sum + count, 0) / past.length;
  return Math.max(floor, factor * average);
}

/**
 * Ends the windows that are over. A window over its limit counts as half the limit: a day of attack then about doubles
 * the average, so that an attack stays one, and a lasting change of the habits of members is no attack for ever.
 */
function endWindows(rate: FailureRate, nowMs: number, floor: number): FailureRate {
  const { failures, windowEndsMs } = rate;
  if (nowMs < windowEndsMs) return rate;
  const ended = 1 + Math.floor((nowMs - windowEndsMs) / windowMs);
  const limit = limitOf(rate, floor);
  const empty = Array<number>(Math.min(ended - 1, windowsOfDay)).fill(0);
  return {
    ...rate,
    past: [...rate.past, failures > limit ? limit / 2 : failures, ...empty].slice(-windowsOfDay),
    windowEndsMs: windowEndsMs + ended * windowMs,
    failures: 0,
  };
}

/** Counts a wrong password of an unknown device. */
export function addFailure(before: FailureRate, nowMs: number, floor: number): FailureRate {
  const rate = endWindows(before, nowMs, floor);
  const failures = rate.failures + 1;
  const isOver = failures > limitOf(rate, floor);
  return { ...rate, failures, attackedUntilMs: isOver ? nowMs + attackMs : rate.attackedUntilMs };
}

/** Returns whether so many passwords are wrong that every unknown device needs a captcha. */
export function isUnderAttack(
  { attackedUntilMs }: Pick<FailureRate, 'attackedUntilMs'>,
  nowMs: number,
): boolean {
  return nowMs < attackedUntilMs;
}

/**
 * Returns whether a wrong password counts for the rate, given those of its network. A network over its own limit needs
 * a captcha already, and must not make the others need one.
 */
export function countsForRate(networkFailures: number, networkLimit: number): boolean {
  return networkFailures <= networkLimit;
}
