import type { Queryable } from '#database/connection.ts';

/** What the association found when it checked a certificate. */
export type Finding = 'confirmed' | 'refused';

/**
 * Stores what the association found. False if there is no certificate, if it was declared again after `declaredAt`,
 * the `updated_at` of the one that was checked, or if the finding is the same as before.
 */
export async function storeFinding(
  tx: Queryable,
  check: {
    readonly accountId: string;
    readonly declaredAt: Date;
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
      and status <> ${check.finding}`;
  return count > 0;
}
