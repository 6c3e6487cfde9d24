import { selectBrokerCertificate, type BrokerCertificate } from '#account/broker-certificate.ts';
import type { Queryable, Sql } from '#database/connection.ts';

type Declared = Pick<BrokerCertificate, 'number' | 'province' | 'issuedOn' | 'expiresOn' | 'employerId'>;

export function createCertificateRepo(sql: Sql) {
  return {
    find: (accountId: string, db: Queryable = sql) =>
      db<BrokerCertificate[]>`${selectBrokerCertificate(db, accountId)}`.first(),

    /**
     * Stores the declared certificate. False if it is the same as before; then the association's decision about it
     * stays.
     */
    declare: (tx: Queryable, accountId: string, declared: Declared) =>
      tx`
        insert into broker_certificates as c (account_id, number, province, issued_on, expires_on, employer_id)
        values (${accountId}, ${declared.number}, ${declared.province}, ${declared.issuedOn}::text::date,
          ${declared.expiresOn}::text::date, ${declared.employerId})
        on conflict (account_id) do update set number = excluded.number, province = excluded.province,
          issued_on = excluded.issued_on, expires_on = excluded.expires_on, employer_id = excluded.employer_id,
          status = 'declared', refusal = null, checked_by = null, checked_at = null, updated_at = now()
        where (c.number, c.province, c.issued_on, c.expires_on, c.employer_id) is distinct from
          (excluded.number, excluded.province, excluded.issued_on, excluded.expires_on, excluded.employer_id)`.hasRows(),

    remove: (tx: Queryable, accountId: string) =>
      tx`delete from broker_certificates where account_id = ${accountId}`.hasRows(),
  };
}
