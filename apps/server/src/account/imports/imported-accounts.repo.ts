import type { Fragment, Queryable } from '#database/connection.ts';
import { indexAccounts } from '#account/search/index-accounts.ts';
import type { AccountKind, AccountMemberObject } from '#database/tables.ts';

export type ImportedAccount = {
  readonly id: string;
  readonly phone: string;
  readonly kind: AccountKind;
  readonly name: string | null;
  readonly email: string | null;
  readonly memberObject: AccountMemberObject | null;
  readonly province: string | null;
  readonly referralCode: string;
  readonly enterprise: {
    readonly name: string | null;
    readonly shortName: string | null;
    readonly taxCode: string | null;
    readonly representative: string | null;
  } | null;
  readonly passwordHash: string | null;
};

/** Accounts added by an import, many in one statement. */
export const importedAccounts = {
  /** The phones that have an account. */
  async findPhones(tx: Queryable, phones: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await tx<{ phone: string }[]>`
      select phone from accounts where phone = any(${[...phones]}::text[])`;
    return new Set(rows.map(({ phone }) => phone));
  },

  /**
   * Adds accounts with their enterprises and passwords. Their members must agree to the terms of use and the privacy
   * policy at their first sign-in. Returns the ids of those added: one whose phone has an account
   * by now, or whose random referral code is taken, is left out.
   */
  async insert(tx: Queryable, accounts: readonly ImportedAccount[]): Promise<ReadonlySet<string>> {
    const rows = await tx<{ id: string }[]>`
      with given as (
        select * from jsonb_to_recordset(${tx.json(accounts.map(toRow))}::jsonb) as g (
          id text, phone text, kind text, name text, email text, member_object text, province text,
          referral_code text, enterprise_name text, short_name text, tax_code text,
          representative text, hash text)
      ), added as (
        insert into accounts (id, phone, kind, name, email, member_object, province, referral_code, agreed_legal)
        select id, phone, kind, name, email, member_object, province, referral_code, -1 from given
        on conflict do nothing returning id
      ), businesses as (
        insert into enterprises (account_id, name, short_name, tax_code, representative)
        select id, enterprise_name, short_name, tax_code, representative from given join added using (id)
        where kind = 'enterprise'
      ), passwords as (
        insert into password_credentials (account_id, hash)
        select id, hash from given join added using (id) where hash is not null
      )
      select id from added`;
    const ids = rows.map(({ id }) => id);
    await indexAccounts(tx, ids);
    return new Set(ids);
  },

  /**
   * Deletes those of the accounts that are as they were imported: without a session so far, a consent, a note, a
   * change, a decision of the association, a request, or anything of another account that names it. Returns the ids of the deleted ones.
   */
  async deleteUnused(
    tx: Queryable,
    ids: readonly string[],
    belongsToApplication: (sql: Queryable, accountId: Fragment) => Fragment,
  ): Promise<ReadonlySet<string>> {
    // Locked first, because a sign-in holds the account's row while it writes the session.
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
        and not exists (select from broker_certificates b where b.employer_id = a.id or b.account_id = a.id)
        and not exists (select from accounts r where r.referred_by = a.id)
        and not exists (select from approvals q where q.account_id = a.id)
        and not exists (select from recovery_requests q where q.account_id = a.id)
      returning a.id`;
    return new Set(rows.map(({ id }) => id));
  },
};

function toRow({ enterprise, ...account }: ImportedAccount): Record<string, string | null> {
  return {
    id: account.id,
    phone: account.phone,
    kind: account.kind,
    name: account.name,
    email: account.email,
    member_object: account.memberObject,
    province: account.province,
    referral_code: account.referralCode,
    enterprise_name: enterprise?.name ?? null,
    short_name: enterprise?.shortName ?? null,
    tax_code: enterprise?.taxCode ?? null,
    representative: enterprise?.representative ?? null,
    hash: account.passwordHash,
  };
}
