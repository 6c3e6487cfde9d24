import type { Queryable } from '#database/connection.ts';

export type Finding = 'confirmed' | 'refused';

/**
 * Version of the certificate that the administrator saw: its `updated_at` and the time of the last decision.
 */
export type ReadCertificate = {
  readonly accountId: string;
  readonly declaredAt: Date;
  readonly checkedAt: Date | null;
};

/**
 * Stores the result of a check. Returns undefined if there is no certificate, if it was declared again or
 * decided since the administrator saw it, or if it already has this result.
 */
export async function storeFinding(
  tx: Queryable,
  check: ReadCertificate & {
    readonly finding: Finding;
    readonly refusal: string | null;
    readonly checkedBy: string | null;
  },
): Promise<{ readonly expiresOn: string | null } | undefined> {
  // Compare milliseconds, because a `Date` has no microseconds.
  return tx<{ expiresOn: string | null }[]>`
    update broker_certificates set status = ${check.finding}, refusal = ${check.refusal},
      checked_by = ${check.checkedBy}, checked_at = now()
    where account_id = ${check.accountId} and date_trunc('milliseconds', updated_at) = ${check.declaredAt}
      and date_trunc('milliseconds', checked_at) is not distinct from ${check.checkedAt}
      and status <> ${check.finding}
    returning expires_on::text`.first();
}
