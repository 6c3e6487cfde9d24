import type { Platform } from '#platform/platform.ts';
import { addFailure, addHistory, isUnderAttack, noFailures } from './failure-rate.policy.ts';

/**
 * Minimum interval between reports; a continuing attack is reported again, because old problems disappear from
 * the dashboard.
 */
const reportEveryMs = 3_600_000;

type Deps = Pick<Platform, 'metrics' | 'background'> & {
  readonly config: Pick<Platform['config'], 'signInFailuresTenMinutes'>;
  readonly problems: Pick<Platform['problems'], 'note'>;
  readonly log: Pick<Platform['log'], 'error'>;
  readonly monotonicMs?: () => number;
};

/**
 * Creates the alarm for password guessing on many accounts from many networks. Each process counts in memory,
 * so counting an attempt costs no query.
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
  let readHour: (() => Promise<number>) | undefined;
  let reportedAtMs: number | undefined;

  const isAttacked = (): boolean => isUnderAttack(rate, monotonicMs());
  metrics.gauge(
    'vid_password_attack',
    '1 while every unknown device needs a captcha to sign in with a password.',
    'max',
    () => Number(isAttacked()),
  );

  /**
   * Reads the failures from before the start of the process once. If the read fails, the next wrong password
   * repeats the read.
   */
  const readHistory = (): void => {
    if (!readHour) return;
    const read = readHour;
    readHour = undefined;
    background.run('read the usual number of wrong passwords', async () => {
      try {
        const usual = await read();
        // Use the `rate` of this moment, because failures may have been counted during the query.
        rate = addHistory(rate, usual);
      } catch (error) {
        readHour = read;
        throw error;
      }
    });
  };

  const report = (nowMs: number): void => {
    if (reportedAtMs !== undefined && nowMs - reportedAtMs < reportEveryMs) return;
    reportedAtMs = nowMs;
    log.error(
      { failures: rate.failures },
      'unusually many passwords are wrong; all new devices need a captcha',
    );
    background.run('note guessed passwords', () => problems.note({ kind: 'passwords-guessed', detail: '' }));
  };

  return {
    isAttacked,
    useHistory(reader: () => Promise<number>): void {
      readHour = reader;
    },
    add(): void {
      const nowMs = monotonicMs();
      readHistory();
      rate = addFailure(rate, nowMs, config.signInFailuresTenMinutes);
      if (isUnderAttack(rate, nowMs)) report(nowMs);
    },
  };
}

export type FailureRateService = ReturnType<typeof createFailureRate>;
