import type { Fragment, Queryable } from '#database/connection.ts';
import { indexAccounts } from '#account/search/index-accounts.ts';
import type { AccountsRow, EnterprisesRow } from '#database/tables.ts';

/** Every imported account is an active member, so this type has no role and no status. */
export type ImportedMember = Pick<AccountsRow, 'kind' | 'name' | 'email' | 'memberObject' | 'province'> & {
  readonly phone: string;
  readonly enterprise: Pick<EnterprisesRow, 'name' | 'shortName' | 'taxCode' | 'representative'> | null;
  /** A broker's certificate, which the association has yet to confirm. */
  readonly certificate: {
    readonly number: string;
    readonly province: string;
    readonly issuedOn: string;
    readonly expiresOn: string | null;
  } | null;
};

export type ImportedAccount = ImportedMember & {
  readonly id: string;
  readonly referralCode: string;
  readonly passwordHash: string | null;
};

export const importedAccounts = {
  async findPhones(tx: Queryable, phones: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await tx<{ phone: string }[]>`
      select phone from accounts where phone = any(${[...phones]}::text[])`;
    return new Set(rows.map(({ phone }) => phone));
  },

  /**
   * Adds accounts with their enterprises, declared certificates and passwords. Skips an account whose phone
   * or random referral code is already in use, and returns the ids of the added accounts. Members must agree
   * to the terms of use and the privacy policy at their first sign-in.
   */
  async insert(tx: Queryable, accounts: readonly ImportedAccount[]): Promise<ReadonlySet<string>> {
    const rows = await tx<{ id: string }[]>`
      insert into accounts (id, phone, kind, name, email, member_object, province, referral_code, agreed_legal,
        is_email_imported)
      select g.*, -1, g.email is not null from jsonb_to_recordset(${tx.json(accounts.map(toAccountRow))}::jsonb) as g (
        id text, phone text, kind text, name text, email text, member_object text, province text, referral_code text)
      on conflict do nothing returning id`;
    const added = new Set(rows.map(({ id }) => id));
    const addedAccounts = accounts.filter(({ id }) => added.has(id));
    await tx`
      insert into enterprises (account_id, name, short_name, tax_code, representative)
      select * from jsonb_to_recordset(${tx.json(addedAccounts.flatMap(toEnterpriseRow))}::jsonb) as g (
        account_id text, name text, short_name text, tax_code text, representative text)`;
    await tx`
      insert into broker_certificates (account_id, number, province, issued_on, expires_on)
      select * from jsonb_to_recordset(${tx.json(addedAccounts.flatMap(toCertificateRow))}::jsonb) as g (
        account_id text, number text, province text, issued_on date, expires_on date)`;
    await tx`
      insert into password_credentials (account_id, hash)
      select * from jsonb_to_recordset(${tx.json(addedAccounts.flatMap(toPasswordRow))}::jsonb) as g (
        account_id text, hash text)`;
    await indexAccounts(tx, [...added]);
    return added;
  },

  /**
   * Deletes imported accounts that are unused and unchanged since the import, and to which no other account's
   * data refers. Returns the ids of the deleted accounts.
   */
  async deleteUnused(
    tx: Queryable,
    ids: readonly string[],
    belongsToApplication: (sql: Queryable, accountId: Fragment) => Fragment,
  ): Promise<ReadonlySet<string>> {
    // Lock the accounts first, because a sign-in holds the account's row while it writes the session.
    await tx`select from accounts where id = any(${[...ids]}::text[]) order by id for update`;
    const rows = await tx<{ id: string }[]>`
      delete from accounts a where a.id = any(${[...ids]}::text[])
        and a.updated_at = a.created_at and a.role = 'user' and a.status = 'active'
        and not exists (select from sessions s where s.account_id = a.id)
        and not exists (select from audit_events e where e.account_id = a.id and e.kind = 'session.started')
        and not exists (select from consents c where c.account_id = a.id)
        and not ${belongsToApplication(tx, tx`a.id`)}
        and not exists (select from account_notes n where n.account_id = a.id)
        and not exists (select from enterprises e
          where e.account_id = a.id and (e.checked_at is not null or e.verified_at is not null))
        and not exists (select from broker_certificates b where b.employer_id = a.id)
        and not exists (select from broker_certificates b where b.account_id = a.id
          and (b.updated_at <> a.created_at or b.checked_at is not null))
        and not exists (select from accounts r where r.referred_by = a.id)
        and not exists (select from approvals q where q.account_id = a.id)
        and not exists (select from recovery_requests q where q.account_id = a.id)
      returning a.id`;
    return new Set(rows.map(({ id }) => id));
  },
};

const toAccountRow = (account: ImportedAccount) => ({
  id: account.id,
  phone: account.phone,
  kind: account.kind,
  name: account.name,
  email: account.email,
  member_object: account.memberObject,
  province: account.province,
  referral_code: account.referralCode,
});

const toEnterpriseRow = ({ id, enterprise }: ImportedAccount) =>
  enterprise === null
    ? []
    : {
        account_id: id,
        name: enterprise.name,
        short_name: enterprise.shortName,
        tax_code: enterprise.taxCode,
        representative: enterprise.representative,
      };

const toCertificateRow = ({ id, certificate }: ImportedAccount) =>
  certificate === null
    ? []
    : {
        account_id: id,
        number: certificate.number,
        province: certificate.province,
        issued_on: certificate.issuedOn,
        expires_on: certificate.expiresOn,
      };

const toPasswordRow = ({ id, passwordHash }: ImportedAccount) =>
  passwordHash === null ? [] : { account_id: id, hash: passwordHash };
