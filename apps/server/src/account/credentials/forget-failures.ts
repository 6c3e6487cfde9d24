import { sql, type SQL } from 'drizzle-orm';
import { forgetAfterSeconds, triesWithoutWait } from './password-throttle.policy.ts';

/** A counted try whose password was right, as columns: values or placeholders. */
export type RightTry = {
  readonly phoneHash: unknown;
  readonly address: unknown;
  /** Failures of the phone when the try was counted, itself included. */
  readonly failures: unknown;
  /** When the phone had failed last before the try; null for never. */
  readonly lastFailureAt: unknown;
};

const forgetAfter = sql.raw(`interval '${forgetAfterSeconds} s'`);

/**
 * After a right password: the try was none, and the failures of its address are forgotten; those of others stand
 * (NIST SP 800-63B 5.2.2). Parts (`with …`) of a statement, carried out once for each row of `source`. The failures
 * are taken by deleting them, so that two right passwords at once cannot both take them off the phone's.
 */
export function forgetFailures(given: RightTry, source: SQL): SQL {
  const left = sql`greatest(0, t.failures - 1 - coalesce((select failures from forgotten), 0))`;
  return sql`
    forgotten as (
      delete from password_failures f using ${source}
      where f.phone_hash = ${given.phoneHash}::bytea and f.address = ${given.address}::text
      returning case when f.last_failure_at > now() - ${forgetAfter} then f.failures else 0 end as failures
    ), forgiven as (
      update password_throttles t set
        failures = ${left},
        blocked_until = case
          when t.failures = ${given.failures}::int or ${left} < ${sql.raw(String(triesWithoutWait))} then now()
          else t.blocked_until end,
        last_failure_at = ${lastFailureAt(given)}
      from ${source} where t.phone_hash = ${given.phoneHash}::bytea
    )`;
}

/** A try that was no failure does not begin the day anew after which failures are forgotten. */
function lastFailureAt(given: RightTry): SQL {
  return sql`case when t.failures = ${given.failures}::int
    then coalesce(${given.lastFailureAt}::timestamptz, t.last_failure_at) else t.last_failure_at end`;
}
