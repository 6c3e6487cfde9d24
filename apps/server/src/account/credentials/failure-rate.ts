import type { Platform } from '#platform/platform.ts';
import { addFailure, addHistory, isUnderAttack, noFailures } from './failure-rate.policy.ts';

/** A continuing attack is reported again every hour, because problems disappear from the dashboard. */
const reportEveryMs = 3_600_000;

type Deps = Pick<Platform, 'config' | 'metrics' | 'problems' | 'background' | 'log'> & {
  /** Replaced in tests. */
  readonly monotonicMs?: () => number;
};

/**
 * Creates the alarm for password guessing on many accounts from many networks. Each process counts in memory,
 * so that an attempt costs no query.
 */
export function createFailureRate({
  config,
  metrics,
  problems,
  background,
  log,
  monotonicMs = () => performance.now(),
}: Deps) {
  let rate = noFailures(monotonicMs());
  let readDay: (() => Promise<number>) | undefined;
  let reportedAtMs: number | undefined;

  const isAttacked = (): boolean => isUnderAttack(rate, monotonicMs());
  metrics.gauge(
    'vid_password_attack',
    '1 while every unknown device needs a captcha to sign in with a password.',
    'max',
    () => Number(isAttacked()),
  );

  /** Reads the failures from before this process started, once. */
  const readHistory = (): void => {
    if (!readDay) return;
    const read = readDay;
    readDay = undefined;
    background.run('read the usual number of wrong passwords', async () => {
      rate = addHistory(rate, await read());
    });
  };

  const report = (nowMs: number): void => {
    if (reportedAtMs !== undefined && nowMs - reportedAtMs < reportEveryMs) return;
    reportedAtMs = nowMs;
    log.error({ failures: rate.failures }, 'so many passwords are wrong that all new devices need a captcha');
    background.run('note guessed passwords', () => problems.note({ kind: 'passwords-guessed', detail: '' }));
  };

  return {
    isAttacked,
    /** Sets the function that reads the number of wrong passwords of the last day in all processes. */
    useHistory(reader: () => Promise<number>): void {
      readDay = reader;
    },
    /** Counts a wrong password of an unknown device. */
    add(): void {
      const nowMs = monotonicMs();
      readHistory();
      rate = addFailure(rate, nowMs, config.signInFailuresTenMinutes);
      if (isUnderAttack(rate, nowMs)) report(nowMs);
    },
  };
}

export type FailureRateService = ReturnType<typeof createFailureRate>;
