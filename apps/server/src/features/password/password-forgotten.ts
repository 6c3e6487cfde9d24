import { sql, type SQL } from 'drizzle-orm';
import { forgetAfterSeconds } from './password-throttle.policy.ts';

/** A counted try whose password was right, as columns: values or placeholders. */
export type RightTry = {
  readonly phoneHash: unknown;
  readonly address: unknown;
  /** Failures of the phone when the try was counted, itself included. */
  readonly failures: unknown;
};

/**
 * After a right password: the try was none, and the failures of its address are forgotten; those of others stand
 * (NIST SP 800-63B 5.2.2). Parts (`with …`) of a statement, carried out once for each row of `source`. The failures
 * are taken by deleting them, so that two right passwords at once cannot both take them off the phone's.
 */
export function forgetFailures(given: RightTry, source: SQL): SQL {
  return sql`
    forgotten as (
      delete from password_failures f using ${source}
      where f.phone_hash = ${given.phoneHash}::bytea and f.address = ${given.address}::text
      returning case when f.last_failure_at > now() - make_interval(secs => ${sql.raw(String(forgetAfterSeconds))})
        then f.failures else 0 end as failures
    ), forgiven as (
      update password_throttles t set
        failures = greatest(0, t.failures - 1 - coalesce((select failures from forgotten), 0)),
        blocked_until = case when t.failures = ${given.failures}::int then now() else t.blocked_until end
      from ${source} where t.phone_hash = ${given.phoneHash}::bytea
    )`;
}
