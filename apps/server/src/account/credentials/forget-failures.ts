import type { Queryable } from '#database/connection.ts';

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
 * Clears the failures of one network, the attempt included, and subtracts them from the phone's. Failures from other
 * networks stay (NIST SP 800-63B section 5.2.2). Deleting the network's failures is what reads them, so two concurrent
 * correct passwords cannot both subtract them.
 */
export async function forgetFailures(
  tx: Queryable,
  attempt: NetworkOfPhone & Partial<RightAttempt>,
): Promise<void> {
  const { failures = null, lastFailureAt = null } = attempt;
  const [forgotten] = await tx<{ failures: number }[]>`
    delete from password_failures where phone_hash = ${attempt.phoneHash} and address = ${attempt.address}
    returning failures`;
  if (!forgotten) return;
  // A correct attempt was no failure, so it must not delay the time at which failures are forgotten.
  await tx`
    update password_throttles set
      failures = greatest(0, failures - ${forgotten.failures}::int),
      last_failure_at = case when failures = ${failures}::int
        then coalesce(${lastFailureAt}::timestamptz, last_failure_at) else last_failure_at end
    where phone_hash = ${attempt.phoneHash}`;
}

/** Clears all failures of a phone, networks first, in the lock order of `count`. */
export async function forgetAllFailures(tx: Queryable, phoneHash: Buffer): Promise<void> {
  await tx`delete from password_failures where phone_hash = ${phoneHash}`;
  await tx`delete from password_throttles where phone_hash = ${phoneHash}`;
}
