import type { Fragment, Queryable } from '#database/connection.ts';
import { forgetAfterSeconds, attemptsWithoutWait } from './password-throttle.policy.ts';

/** A counted attempt with the correct password. */
export type RightAttempt = {
  readonly phoneHash: Buffer;
  readonly address: string;
  /** Failures of the phone when the attempt was counted, this attempt included. */
  readonly failures: number;
  /** The phone's last failure before this attempt, in PostgreSQL's text format; null for none. */
  readonly lastFailureAt: string | null;
};

/**
 * Two CTEs that run once for each row of `source`. They uncount the attempt and clear earlier failures from its
 * address. Failures from other addresses stay (NIST SP 800-63B section 5.2.2). Deleting the address's failures is what
 * reads them, so two concurrent correct passwords cannot both subtract them.
 */
export function forgetFailures(sql: Queryable, attempt: RightAttempt, source: Fragment): Fragment {
  const left = sql`greatest(0, t.failures - 1 - coalesce((select failures from forgotten), 0))`;
  return sql`
    forgotten as (
      delete from password_failures f using ${source}
      where f.phone_hash = ${attempt.phoneHash}::bytea and f.address = ${attempt.address}::text
      returning case when f.last_failure_at > now() - make_interval(secs => ${forgetAfterSeconds}::int)
        then f.failures else 0 end as failures
    ), forgiven as (
      update password_throttles t set
        failures = ${left},
        blocked_until = case
          when t.failures = ${attempt.failures}::int or ${left} < ${attemptsWithoutWait}::int then now()
          else t.blocked_until end,
        -- The attempt was no failure, so it must not delay the time at which failures are forgotten.
        last_failure_at = case when t.failures = ${attempt.failures}::int
          then coalesce(${attempt.lastFailureAt}::timestamptz, t.last_failure_at) else t.last_failure_at end
      from ${source} where t.phone_hash = ${attempt.phoneHash}::bytea
    )`;
}
