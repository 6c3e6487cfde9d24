import type { Queryable } from '#database/connection.ts';

export type NetworkOfPhone = { readonly phoneHash: Buffer; readonly address: string };

export type RightAttempt = NetworkOfPhone & {
  /** Number of the phone's failures, including the attempt itself. */
  readonly failures: number;
  /** The phone's last failure before the attempt, in PostgreSQL's text format; null without one. */
  readonly lastFailureAt: string | null;
};

/**
 * Clears the failures of one network, including this attempt, and subtracts them from the phone's count. Keeps
 * the failures of other networks (NIST SP 800-63B section 5.2.2). The delete statement returns the network's
 * failures, so two concurrent correct passwords cannot both subtract them.
 */
export async function forgetFailures(
  tx: Queryable,
  attempt: NetworkOfPhone & Partial<RightAttempt>,
): Promise<void> {
  const [forgotten] = await tx<{ failures: number }[]>`
    delete from password_failures where phone_hash = ${attempt.phoneHash} and address = ${attempt.address}
    returning failures`;
  if (forgotten) await subtractFailures(tx, attempt, forgotten.failures);
}

/**
 * Subtracts failures from the phone's count. Restores the time of the previous failure, so that a correct
 * attempt does not delay the expiry of real failures, unless another attempt has changed the count since.
 */
export async function subtractFailures(
  tx: Queryable,
  attempt: NetworkOfPhone & Partial<RightAttempt>,
  subtracted: number,
): Promise<void> {
  const { failures = null, lastFailureAt = null } = attempt;
  await tx`
    update password_throttles set
      failures = greatest(0, failures - ${subtracted}::int),
      last_failure_at = case when failures = ${failures}::int
        then coalesce(${lastFailureAt}::timestamptz, last_failure_at) else last_failure_at end
    where phone_hash = ${attempt.phoneHash}`;
}

/** Deletes all failures of a phone, first those per network, which is the lock order of `count`. */
export async function forgetAllFailures(tx: Queryable, phoneHash: Buffer): Promise<void> {
  await tx`delete from password_failures where phone_hash = ${phoneHash}`;
  await tx`delete from password_throttles where phone_hash = ${phoneHash}`;
}
