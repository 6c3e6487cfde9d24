import type { Fragment, Queryable } from '#database/connection.ts';

/** A network that tried to sign in with a phone. */
export type NetworkOfPhone = { readonly phoneHash: Buffer; readonly address: string };

/** A counted attempt of a stranger with the correct password. */
export type RightAttempt = NetworkOfPhone & {
  /** Strangers' failures of the phone when the attempt was counted, this attempt included. */
  readonly failures: number;
  /** The phone's last failure before this attempt, in PostgreSQL's text format; null for none. */
  readonly lastFailureAt: string | null;
};

/**
 * Two CTEs that run once for each row of `source`. They clear the failures of one network, the attempt included, and
 * subtract them from the phone's. Failures from other networks stay (NIST SP 800-63B section 5.2.2). Deleting the
 * network's failures is what reads them, so two concurrent correct passwords cannot both subtract them.
 */
export function forgetFailures(
  sql: Queryable,
  attempt: NetworkOfPhone & Partial<RightAttempt>,
  source: Fragment,
): Fragment {
  const { failures = null, lastFailureAt = null } = attempt;
  return sql`
    forgotten as (
      delete from password_failures f using ${source}
      where f.phone_hash = ${attempt.phoneHash}::bytea and f.address = ${attempt.address}::text
      returning f.failures
    ), forgiven as (
      update password_throttles t set
        failures = greatest(0, t.failures - forgotten.failures),
        -- A correct attempt was no failure, so it must not delay the time at which failures are forgotten.
        last_failure_at = case when t.failures = ${failures}::int
          then coalesce(${lastFailureAt}::timestamptz, t.last_failure_at) else t.last_failure_at end
      from forgotten where t.phone_hash = ${attempt.phoneHash}::bytea
    )`;
}

/**
 * Two CTEs that clear all failures of a phone, for each row of `source`. Its owner has proved password and code.
 * The second reads the first, because PostgreSQL runs CTEs that nothing reads in reverse order, and locking in the
 * opposite order of `count` can deadlock.
 */
export function forgetAllFailures(sql: Queryable, phoneHash: Buffer, source: Fragment): Fragment {
  return sql`
    forgotten as (
      delete from password_failures f using ${source} where f.phone_hash = ${phoneHash}::bytea returning 1
    ), forgiven as (
      delete from password_throttles t using ${source}
      where t.phone_hash = ${phoneHash}::bytea and (select count(*) from forgotten) >= 0
    )`;
}
