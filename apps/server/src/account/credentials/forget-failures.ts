import type { Queryable } from '#database/connection.ts';

export type NetworkOfPhone = { readonly phoneHash: Buffer; readonly address: string };

export type RightAttempt = NetworkOfPhone & {
  /** The phone's failures on unknown devices when the attempt was counted, this attempt included. */
  readonly failures: number;
  /** The phone's last failure before this attempt, in PostgreSQL's text format; null for none. */
  readonly lastFailureAt: string | null;
};

/**
 * Clears the failures of one network, including this attempt, and subtracts them from the phone's count. Failures of
 * other networks stay (NIST SP 800-63B section 5.2.2). The delete statement returns the network's failures, so two
 * concurrent correct passwords cannot both subtract them.
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
 * Subtracts failures from those of a phone. An attempt that turned out to be no failure must not delay the expiry of
 * the other failures, so the time of the last failure is restored, unless another attempt has set it since.
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

/** Clears all failures of a phone. Deletes the failures of networks first, in the lock order of `count`. */
export async function forgetAllFailures(tx: Queryable, phoneHash: Buffer): Promise<void> {
  await tx`delete from password_failures where phone_hash = ${phoneHash}`;
  await tx`delete from password_throttles where phone_hash = ${phoneHash}`;
}
