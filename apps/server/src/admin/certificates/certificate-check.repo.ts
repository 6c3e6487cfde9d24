import type { Queryable } from '#database/connection.ts';

/** What the association found when it checked a certificate. */
export type Finding = 'confirmed' | 'refused';

/** The certificate as it was read: its `updated_at`, and when it was last decided on. */
export type ReadCertificate = {
  readonly accountId: string;
  readonly declaredAt: Date;
  readonly checkedAt: Date | null;
};

/**
 * Stores what the association found. False if there is no certificate, if it was declared again or decided on since it
 * was read, or if the finding is the same as before.
 */
export async function storeFinding(
  tx: Queryable,
  check: ReadCertificate & {
    readonly finding: Finding;
    /** Why it is refused. */
    readonly refusal: string | null;
    readonly checkedBy: string | null;
  },
): Promise<boolean> {
  // A `Date` has milliseconds only.
  const { count } = await tx`
    update broker_certificates set status = ${check.finding}, refusal = ${check.refusal},
      checked_by = ${check.checkedBy}, checked_at = now()
    where account_id = ${check.accountId} and date_trunc('milliseconds', updated_at) = ${check.declaredAt}
      and date_trunc('milliseconds', checked_at) is not distinct from ${check.checkedAt}
      and status <> ${check.finding}`;
  return count > 0;
}
