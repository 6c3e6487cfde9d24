import { defaultLocale, locales, type Locale } from '@vid/contract/limits';
import {
  accountFieldColumns,
  enterpriseFieldColumns,
  type AccountFieldColumn,
} from '@vid/contract/profile-fields';
import type { Queryable, Sql } from '#database/connection.ts';
import { recordLogouts } from '#platform/logouts/record-logouts.ts';
import { holdSeconds } from './account-sql.ts';
import { judgeEnterpriseChange, type EnterpriseChange } from './enterprise.policy.ts';
import { isDormant } from './phone-lease.ts';
import { indexAccounts } from './search/index-accounts.ts';
import type {
  AccountRole,
  AccountsRow,
  AccountStatus,
  ConsentsRow,
  EnterprisesRow,
} from '#database/tables.ts';

export type NewAccount = Pick<AccountsRow, 'id' | 'phone' | 'kind' | 'referralCode'> &
  Partial<
    Pick<
      AccountsRow,
      'role' | 'name' | 'memberObject' | 'province' | 'campaign' | 'referredBy' | 'locale' | 'agreedLegal'
    >
  >;
export type AccountChange = Partial<
  Pick<AccountsRow, AccountFieldColumn | 'emailConfirmedAt' | 'avatar' | 'locale'>
>;
export type Enterprise = Pick<EnterprisesRow, 'accountId' | keyof EnterpriseChange | 'verifiedAt'>;
/**
 * The codes that a member may choose for a field of the account. `held`, the field's present code, is among them even if
 * it is disabled.
 */
export type ListCodes = (held: string | null) => Promise<ReadonlySet<string>>;

export type NewConsent = Pick<
  ConsentsRow,
  'accountId' | 'purpose' | 'action' | 'noticeVersion' | 'language' | 'textHash' | 'method' | 'address'
>;

export function localeOfAccount(account: { readonly locale: string }): Locale {
  return locales.find((locale) => locale === account.locale) ?? defaultLocale;
}

/** Queries of accounts and of their enterprises, passwords and consents. Phones are E.164. */
export function createAccountRepo(sql: Sql) {
  // Name the columns: when a later release adds one, PostgreSQL refuses a prepared `select *` ("cached plan must not
  // change result type"), and inside a transaction the driver cannot repeat it.
  const accountRow = sql`
    id, phone, kind, status, role, ${sql(accountFieldColumns)}, avatar, referral_code, referred_by, campaign, locale,
    created_at, updated_at, must_change_password, email_confirmed_at, sensitive_hold_until, locked_by_owner,
    phone_in_doubt, last_sign_in_at, hidden_nav_ids, agreed_legal, sort_name`;
  const enterpriseRow = sql`account_id, ${sql(enterpriseFieldColumns)}, verified_at`;
  return {
    async findByPhone(phone: string) {
      const [row] = await sql<Pick<AccountsRow, 'id' | 'status'>[]>`
        select id, status from accounts where phone = ${phone}`;
      return row;
    },

    /**
     * Finds an account by phone like `findByPhone`, except a dormant account, because the phone may have a new owner.
     */
    async findNonDormantByPhone(phone: string) {
      const [row] = await sql<Pick<AccountsRow, 'id' | 'status'>[]>`
        select id, status from accounts a where phone = ${phone} and not ${isDormant(sql)}`;
      return row;
    },

    /** `findNonDormantByPhone` that locks the row until the transaction ends. */
    async lockNonDormantByPhone(tx: Queryable, phone: string) {
      const [row] = await tx<Pick<AccountsRow, 'id' | 'status'>[]>`
        select id, status from accounts a where phone = ${phone} and not ${isDormant(tx)} for no key update`;
      return row;
    },

    async findByReferralCode(referralCode: string) {
      const [row] = await sql<Pick<AccountsRow, 'id' | 'name' | 'phone' | 'status'>[]>`
        select id, name, phone, status from accounts where referral_code = ${referralCode}`;
      return row;
    },

    /** Whether any account has the phone, including locked accounts. */
    async existsByPhone(phone: string): Promise<boolean> {
      return (await sql`select from accounts where phone = ${phone}`).count > 0;
    },

    /** Locks the row until the transaction ends, so that the account's status cannot change in between. */
    async lockRow(tx: Queryable, id: string) {
      const [row] = await tx<(AccountsRow & { holdSeconds: number })[]>`
        select ${accountRow}, ${holdSeconds(tx)} as hold_seconds from accounts a where id = ${id} for no key update`;
      return row;
    },

    /** `lockRow` by phone. */
    async lockByPhone(tx: Queryable, phone: string) {
      const [row] = await tx<AccountsRow[]>`
        select ${accountRow} from accounts where phone = ${phone} for no key update`;
      return row;
    },

    /** Throws the unique violation of `accounts_phone_key` if the phone has an account. */
    async insert(tx: Queryable, account: NewAccount): Promise<void> {
      await tx`insert into accounts ${tx(account)}`;
      if (account.kind === 'enterprise')
        await tx`insert into enterprises (account_id) values (${account.id})`;
      await indexAccounts(tx, [account.id]);
    },

    /** Changes at least one column. */
    async update(tx: Queryable, id: string, change: AccountChange): Promise<AccountsRow> {
      const [row] = await tx<AccountsRow[]>`
        update accounts set ${tx(change)}, updated_at = now() where id = ${id} returning ${accountRow}`;
      if (!row) throw new Error('the account to update does not exist');
      if (change.name !== undefined || change.email !== undefined) await indexAccounts(tx, [id]);
      return row;
    },

    /**
     * Changes the phone and puts sensitive changes on hold. A null phone restores an account without one. Throws the
     * unique violation of `accounts_phone_key` if the phone has an account.
     */
    async changePhone(
      tx: Queryable,
      input: { accountId: string; phone: string | null; holdSeconds: number },
    ): Promise<AccountsRow> {
      const [row] = await tx<AccountsRow[]>`
        update accounts set phone = ${input.phone}, updated_at = now(),
          sensitive_hold_until = ${input.holdSeconds > 0 ? tx`now() + make_interval(secs => ${input.holdSeconds})` : null}
        where id = ${input.accountId} returning ${accountRow}`;
      if (!row) throw new Error('the account to update does not exist');
      await indexAccounts(tx, [input.accountId]);
      return row;
    },

    /** Removes the password. The owner sets a new one with a code, or by recovery if the account has no phone. */
    async deletePassword(tx: Queryable, accountId: string): Promise<void> {
      await tx`delete from password_credentials where account_id = ${accountId}`;
    },

    /** Records that the owner of the account's e-mail address confirmed it. */
    async confirmEmail(tx: Queryable, id: string, email: string): Promise<void> {
      await tx`
        update accounts set email_confirmed_at = now(), updated_at = now()
        where id = ${id} and email = ${email} and email_confirmed_at is null`;
    },

    /** Changes the status; undefined if the account already has it. A lock that the owner set becomes the caller's. */
    async setStatus(tx: Queryable, id: string, status: AccountStatus) {
      const [row] = await tx<AccountsRow[]>`
        update accounts set status = ${status}, locked_by_owner = false, phone_in_doubt = false, updated_at = now()
        where id = ${id} and (status <> ${status} or locked_by_owner) returning ${accountRow}`;
      return row;
    },

    async setRole(tx: Queryable, id: string, role: AccountRole): Promise<void> {
      await tx`update accounts set role = ${role}, updated_at = now() where id = ${id} and role <> ${role}`;
    },

    async hasPassword(tx: Queryable, id: string): Promise<boolean> {
      return (await tx`select from password_credentials where account_id = ${id}`).count > 0;
    },

    async findEnterpriseByReferralCode(referralCode: string): Promise<string | undefined> {
      const [row] = await sql<{ id: string }[]>`
        select id from accounts where referral_code = ${referralCode} and kind = 'enterprise' and status = 'active'`;
      return row?.id;
    },

    async findVerifiedEnterprise(taxCode: string): Promise<string | undefined> {
      const [row] = await sql<{ id: string }[]>`
        select a.id from enterprises e join accounts a on a.id = e.account_id and a.status = 'active'
        where e.tax_code = ${taxCode} and e.verified_at is not null order by e.verified_at limit 1`;
      return row?.id;
    },

    /**
     * Locks an active account for its owner, who may open it again through recovery. False if the account is already
     * locked.
     */
    async lockForOwner(
      tx: Queryable,
      id: string,
      { phoneInDoubt }: { phoneInDoubt: boolean },
    ): Promise<boolean> {
      const { count } = await tx`
        update accounts set status = 'locked', locked_by_owner = true, phone_in_doubt = ${phoneInDoubt},
          updated_at = now()
        where id = ${id} and status = 'active'`;
      return count > 0;
    },

    /** Records that the phone is no longer enough to open a lock that the owner set. */
    async doubtPhone(tx: Queryable, id: string): Promise<void> {
      await tx`update accounts set phone_in_doubt = true, updated_at = now() where id = ${id} and locked_by_owner`;
    },

    /** Whether the last sign-in is so long ago that the operator may have given the phone to another subscriber. */
    async isDormant(tx: Queryable, id: string): Promise<boolean> {
      return (await tx`select from accounts a where a.id = ${id} and ${isDormant(tx)}`).count > 0;
    },

    /** Whether a dormant account has the phone. */
    async isPhoneDormant(phone: string): Promise<boolean> {
      return (await sql`select from accounts a where a.phone = ${phone} and ${isDormant(sql)}`).count > 0;
    },

    /**
     * Takes the phone from a dormant account, for the number's new owner. The account keeps everything else, and
     * remembers the phone as its former one. Undefined if no dormant account has the phone.
     */
    async releasePhone(tx: Queryable, phone: string): Promise<{ id: string } | undefined> {
      const [row] = await tx<{ id: string }[]>`
        update accounts a set phone = null, updated_at = now()
        where a.phone = ${phone} and ${isDormant(tx)} returning a.id`;
      if (!row) return undefined;
      await keepFormerPhone(tx, row.id, phone);
      await indexAccounts(tx, [row.id]);
      return row;
    },

    /**
     * Returns an account to its owner: opens a lock that the owner set, and sets the phone. The account remembers its
     * former phone, and a change of the phone puts sensitive changes on hold for a day. Call it with the locked row,
     * and not for an account that the association locked. Throws the unique violation of `accounts_phone_key` if
     * another account has the phone.
     */
    async giveBack(
      tx: Queryable,
      { id, phone: former }: Pick<AccountsRow, 'id' | 'phone'>,
      phone: string,
    ): Promise<void> {
      const isNew = phone !== former;
      // The owner may know only the former number, if someone else completed the recovery.
      if (isNew && former !== null) await keepFormerPhone(tx, id, former);
      await tx`
        update accounts set phone = ${phone}, phone_in_doubt = false, last_sign_in_at = now(), updated_at = now(),
          status = 'active', locked_by_owner = false,
          sensitive_hold_until = ${isNew ? tx`now() + interval '24 hours'` : tx`sensitive_hold_until`}
        where id = ${id}`;
      await indexAccounts(tx, [id]);
    },

    async findEnterprise(tx: Queryable, accountId: string) {
      const [row] = await tx<Enterprise[]>`
        select ${enterpriseRow} from enterprises where account_id = ${accountId}`;
      return row;
    },

    /**
     * Changes the data that the owner of an enterprise declares. `lostVerification`: the association must verify the
     * enterprise again.
     */
    async updateEnterprise(
      tx: Queryable,
      accountId: string,
      change: EnterpriseChange,
    ): Promise<{ readonly enterprise: Enterprise; readonly lostVerification: boolean }> {
      // The lock makes a concurrent decision of the association wait, so that it judges the new data.
      const [known] = await tx<Enterprise[]>`
        select ${enterpriseRow} from enterprises where account_id = ${accountId} for no key update`;
      if (!known) throw new Error('the account has no enterprise');
      const { isChanged, losesVerification } = judgeEnterpriseChange(known, change);
      if (!isChanged) return { enterprise: known, lostVerification: false };
      const [enterprise] = await tx<Enterprise[]>`
        update enterprises set ${tx(change)}, revision = revision + 1, declared_at = now(),
          refused_at = null, refusal = null
        where account_id = ${accountId} returning ${enterpriseRow}`;
      if (losesVerification || known.verifiedAt === null)
        await tx`
          update enterprises set verified_at = null, checked_by = null, checked_at = null
          where account_id = ${accountId}`;
      await indexAccounts(tx, [accountId]);
      if (!enterprise) throw new Error('the enterprise was not written');
      return {
        enterprise: losesVerification ? { ...enterprise, verifiedAt: null } : enterprise,
        lostVerification: losesVerification,
      };
    },

    async findCredential(accountId: string) {
      const [row] = await sql<{ hash: string }[]>`
        select hash from password_credentials where account_id = ${accountId}`;
      return row;
    },

    /** Whether this is the hash of the account's password. */
    async hasHash(tx: Queryable, accountId: string, hash: string): Promise<boolean> {
      const { count } = await tx`
        select from password_credentials where account_id = ${accountId} and hash = ${hash}`;
      return count > 0;
    },

    /** Returns when the password was changed; undefined if that was longer than `seconds` ago. */
    async findRecentChange(accountId: string, seconds: number): Promise<Date | undefined> {
      const [row] = await sql<{ changedAt: Date }[]>`
        select changed_at from password_credentials
        where account_id = ${accountId} and changed_at > now() - make_interval(secs => ${seconds})`;
      return row?.changedAt;
    },

    async insertPassword(tx: Queryable, accountId: string, hash: string): Promise<void> {
      await tx`insert into password_credentials (account_id, hash) values (${accountId}, ${hash})`;
    },

    /** Sets a password that the owner chose, which also completes a demanded change. */
    async setPassword(tx: Queryable, accountId: string, hash: string): Promise<void> {
      await tx`
        insert into password_credentials (account_id, hash) values (${accountId}, ${hash})
        on conflict (account_id) do update set hash = excluded.hash, changed_at = now()`;
      await clearMustChange(tx, accountId);
    },

    /** Sets a password that someone else knows. The owner must change it at the next sign-in. */
    async setTemporaryPassword(tx: Queryable, accountId: string, hash: string): Promise<void> {
      await tx`
        insert into password_credentials (account_id, hash) values (${accountId}, ${hash})
        on conflict (account_id) do update set hash = excluded.hash, changed_at = now()`;
      await tx`update accounts set must_change_password = true where id = ${accountId}`;
    },

    /**
     * Makes the owner change the password at the next sign-in. False if the change is already demanded or the account
     * has no password.
     */
    async demandNewPassword(tx: Queryable, accountId: string): Promise<boolean> {
      const { count } = await tx`
        update accounts set must_change_password = true, updated_at = now()
        where id = ${accountId} and not must_change_password
          and exists (select from password_credentials p where p.account_id = ${accountId})`;
      return count > 0;
    },

    /** Hides menu items from the member. An empty list shows all items again. */
    async hideNavItems(tx: Queryable, accountId: string, ids: readonly string[]): Promise<void> {
      await tx`
        update accounts set hidden_nav_ids = ${ids.length === 0 ? null : [...ids]}::text[], updated_at = now()
        where id = ${accountId}`;
    },

    /** Changes the password; false if `oldHash` is no longer the account's. */
    async changePassword(
      tx: Queryable,
      input: { accountId: string; oldHash: string; newHash: string },
    ): Promise<boolean> {
      const { count } = await tx`
        update password_credentials set hash = ${input.newHash}, changed_at = now()
        where account_id = ${input.accountId} and hash = ${input.oldHash}`;
      if (count === 0) return false;
      await clearMustChange(tx, input.accountId);
      return true;
    },

    /** Replaces a hash with one of the same password and newer parameters. Does nothing if the password has changed. */
    async replaceHash(accountId: string, oldHash: string, newHash: string): Promise<void> {
      await sql`
        update password_credentials set hash = ${newHash}
        where account_id = ${accountId} and hash = ${oldHash}`;
    },

    async insertConsents(tx: Queryable, consents: readonly NewConsent[]): Promise<void> {
      await tx`insert into consents ${tx(consents)}`;
    },

    /**
     * The last id of the published versions that the account has agreed to; -1 if it has agreed to none, not even the
     * built-in versions.
     */
    async findAgreedLegal(accountId: string): Promise<number> {
      const [row] = await sql<Pick<AccountsRow, 'agreedLegal'>[]>`
        select agreed_legal from accounts where id = ${accountId}`;
      return row?.agreedLegal ?? -1;
    },

    /** Records that the account has agreed to the versions up to `lastId`. */
    async setAgreedLegal(tx: Queryable, accountId: string, lastId: number): Promise<void> {
      await tx`update accounts set agreed_legal = ${lastId} where id = ${accountId}`;
    },

    async existsByRole(role: AccountRole): Promise<boolean> {
      return (await sql`select from accounts where role = ${role} limit 1`).count > 0;
    },

    /** Records the day of the last sign-in. */
    async noteSignIn(tx: Queryable, id: string): Promise<void> {
      await tx`update accounts set last_sign_in_at = now() where id = ${id}`;
    },

    /** Cancels the requested deletion of an account. */
    async cancelDeletion(tx: Queryable, id: string): Promise<void> {
      await tx`delete from account_deletions where account_id = ${id}`;
    },

    /** Deletes an account with the rows that refer to it. */
    async erase(tx: Queryable, id: string): Promise<void> {
      const sessions = await tx<{ id: string }[]>`
        select id from sessions where account_id = ${id} order by id for update`;
      await recordLogouts(
        tx,
        sessions.map((session) => session.id),
      );
      await tx`delete from accounts where id = ${id}`;
    },
  };
}

async function keepFormerPhone(tx: Queryable, accountId: string, phone: string): Promise<void> {
  await tx`
    insert into released_phones (account_id, phone) values (${accountId}, ${phone})
    on conflict (account_id, phone) do update set released_at = now()`;
}

async function clearMustChange(tx: Queryable, id: string): Promise<void> {
  await tx`update accounts set must_change_password = false where id = ${id} and must_change_password`;
}

export type AccountRepo = ReturnType<typeof createAccountRepo>;
