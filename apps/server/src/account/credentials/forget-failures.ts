import type { Fragment, Queryable } from '#database/connection.ts';
import { forgetAfterSeconds, triesWithoutWait } from './password-throttle.policy.ts';

/** A counted try whose password was right. */
export type RightTry = {
  readonly phoneHash: Buffer;
  readonly address: string;
  /** Failures of the phone when the try was counted, this try included. */
  readonly failures: number;
  /** The failure before this try, as PostgreSQL writes it; null for none. */
  readonly lastFailureAt: string | null;
};

/**
 * Two CTEs, run once for each row of `source`: the try was no failure, and the earlier failures from its address are
 * forgotten. Failures from other addresses stay (NIST SP 800-63B section 5.2.2). The address's failures are read by
 * deleting them, so that two right passwords at once cannot both subtract them.
 */
export function forgetFailures(sql: Queryable, given: RightTry, source: Fragment): Fragment {
  const left = sql`greatest(0, t.failures - 1 - coalesce((select failures from forgotten), 0))`;
  return sql`
    forgotten as (
      delete from password_failures f using ${source}
      where f.phone_hash = ${given.phoneHash}::bytea and f.address = ${given.address}::text
      returning case when f.last_failure_at > now() - make_interval(secs => ${forgetAfterSeconds}::int)
        then f.failures else 0 end as failures
    ), forgiven as (
      update password_throttles t set
        failures = ${left},
        blocked_until = case
          when t.failures = ${given.failures}::int or ${left} < ${triesWithoutWait}::int then now()
          else t.blocked_until end,
        -- A try that was no failure does not restart the period after which failures are forgotten.
        last_failure_at = case when t.failures = ${given.failures}::int
          then coalesce(${given.lastFailureAt}::timestamptz, t.last_failure_at) else t.last_failure_at end
      from ${source} where t.phone_hash = ${given.phoneHash}::bytea
    )`;
}
