import { selectBrokerCertificate, type BrokerCertificate } from '#account/certificates/broker-certificate.ts';
import { startsWith } from '#account/search/account-search.ts';
import type { Queryable, Sql } from '#database/connection.ts';

/** Maximum number of search results. */
const maxEmployers = 8;

export type Employer = Pick<BrokerCertificate, 'employerId' | 'employerName'>;
type Declared = Pick<BrokerCertificate, 'number' | 'province' | 'issuedOn' | 'expiresOn'> & Employer;
type FoundEmployer = { readonly name: string; readonly taxCode: string; readonly province: string | null };

export function createCertificateRepo(sql: Sql) {
  return {
    find: (accountId: string, db: Queryable = sql) =>
      db<BrokerCertificate[]>`${selectBrokerCertificate(db, accountId)}`.first(),

    /**
     * Stores a certificate. Returns false if the same certificate is already declared; the association's
     * decision about it then remains.
     */
    declare: (tx: Queryable, accountId: string, declared: Declared) =>
      tx`
        insert into broker_certificates as c
          (account_id, number, province, issued_on, expires_on, employer_id, employer_name)
        values (${accountId}, ${declared.number}, ${declared.province}, ${declared.issuedOn}::text::date,
          ${declared.expiresOn}::text::date, ${declared.employerId}, ${declared.employerName})
        on conflict (account_id) do update set number = excluded.number, province = excluded.province,
          issued_on = excluded.issued_on, expires_on = excluded.expires_on, employer_id = excluded.employer_id,
          employer_name = excluded.employer_name, status = 'declared', refusal = null, checked_by = null,
          checked_at = null, updated_at = now()
        where (c.number, c.province, c.issued_on, c.expires_on, c.employer_id, c.employer_name) is distinct from
          (excluded.number, excluded.province, excluded.issued_on, excluded.expires_on, excluded.employer_id,
            excluded.employer_name)`.hasRows(),

    /**
     * Finds verified enterprises by a folded text. The search keys of an account also contain its phone,
     * e-mail address and codes, which must not find it, so the text must also occur in a public field. A tax
     * code of 12 digits is the personal number of a household's owner, so the search leaves out enterprises
     * with such a code.
     */
    async searchEmployers(text: string): Promise<FoundEmployer[]> {
      return await sql<FoundEmployer[]>`
        select e.name, e.tax_code, a.province from enterprises e
          join accounts a on a.id = e.account_id and a.status = 'active'
        where e.verified_at is not null and e.name is not null
          and e.tax_code is not null and e.tax_code !~ '^[0-9]{12}$'
          and position(${text} in fold_text(concat_ws(' ', e.name, e.short_name, e.tax_code))) > 0
          and e.account_id in (
            select s.account_id from account_search s where ${startsWith(sql, sql`s.key`, text)})
        order by position(${text} in fold_text(e.name)), a.sort_name, a.id limit ${maxEmployers}`;
    },

    remove: (tx: Queryable, accountId: string) =>
      tx`delete from broker_certificates where account_id = ${accountId}`.hasRows(),
  };
}
