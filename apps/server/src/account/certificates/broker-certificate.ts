import type { Fragment, Queryable } from '#database/connection.ts';

export type CertificateStatus = 'declared' | 'confirmed' | 'expired' | 'refused';

/** Dates are in `YYYY-MM-DD` format. */
export type BrokerCertificate = {
  readonly number: string;
  readonly province: string;
  readonly issuedOn: string;
  readonly expiresOn: string | null;
  readonly status: CertificateStatus;
  readonly refusal: string | null;
  /**
   * The employer's account; null without an employer, if the employer is not a member of the association, or if
   * its account is locked.
   */
  readonly employerId: string | null;
  readonly employerName: string | null;
  readonly employerTaxCode: string | null;
  readonly employerCode: string | null;
  readonly isEmployerVerified: boolean;
};

/** Selects a certificate's columns. A certificate expires at the end of its last day in Vietnam time. */
export const certificateColumns = (sql: Queryable): Fragment => sql`
  c.number, c.province, to_char(c.issued_on, 'YYYY-MM-DD') as issued_on,
  to_char(c.expires_on, 'YYYY-MM-DD') as expires_on,
  case when c.status <> 'refused' and c.expires_on < (now() at time zone 'Asia/Ho_Chi_Minh')::date then 'expired'
    else c.status end as status,
  case when c.status = 'refused' then c.refusal end as refusal,
  a.id as employer_id, coalesce(e.name, c.employer_name) as employer_name, e.tax_code as employer_tax_code, a.referral_code as employer_code,
  e.verified_at is not null as is_employer_verified`;

export const certificateJoins = (sql: Queryable): Fragment => sql`
  left join accounts a on a.id = c.employer_id and a.status = 'active'
  left join enterprises e on e.account_id = a.id`;

export function employerOf(certificate: BrokerCertificate) {
  const { employerCode: referralCode, employerName: name } = certificate;
  if (referralCode === null && name === null) return null;
  return {
    name,
    taxCode: certificate.employerTaxCode,
    verified: certificate.isEmployerVerified,
    referralCode,
  };
}

export const selectBrokerCertificate = (sql: Queryable, accountId: string): Fragment => sql`
  select ${certificateColumns(sql)} from broker_certificates c ${certificateJoins(sql)}
  where c.account_id = ${accountId}`;

/**
 * Withdraws the association's confirmation of a member's certificate, or of every certificate that names the
 * employer. Returns the accounts that lost a confirmation. Also renews `updated_at` of the certificates that
 * await confirmation, so that an administrator who saw the employer's former name cannot confirm them.
 */
export async function withdrawConfirmations(
  tx: Queryable,
  of: { readonly accountId: string } | { readonly employerId: string },
): Promise<readonly string[]> {
  const isOf = 'accountId' in of ? tx`account_id = ${of.accountId}` : tx`employer_id = ${of.employerId}`;
  const confirmed = await tx<{ accountId: string }[]>`
    select account_id from broker_certificates where status = 'confirmed' and ${isOf} order by account_id for update`;
  await tx`
    update broker_certificates set status = 'declared', checked_by = null, checked_at = null, updated_at = now()
    where status <> 'refused' and ${isOf}`;
  return confirmed.map(({ accountId }) => accountId);
}
