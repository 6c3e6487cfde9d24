import { defaultLocale, locales, type Locale } from '@vid/contract/limits';
import {
  accountFieldColumns,
  enterpriseFieldColumns,
  type AccountFieldColumn,
} from '@vid/contract/profile-fields';
import type { Queryable, Sql } from '#database/connection.ts';
import { recordLogouts } from '#platform/logouts/record-logouts.ts';
import { holdSeconds, isDormant } from './account-sql.ts';
import { formerChannelDays } from './notices/notices.policy.ts';
import { judgeEnterpriseChange, type EnterpriseChange } from './enterprises/enterprise.policy.ts';
import type { AccountLock } from './lock.policy.ts';
import type { ReturnWay } from './return-to-owner/return-to-owner.policy.ts';
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
 * Lists the codes that a member may choose for a field, including the field's present code (`held`) even if
 * that code is disabled.
 */
export type ListCodes = (held: string | null) => Promise<ReadonlySet<string>>;

const maxFormerEmails = 10;

/** `phoneSince` is null for the account's first phone. */
export type PhoneHistory = {
  readonly phoneSince: Date | null;
  /** Time of the last return that proved the phone; null without one. */
  readonly provedAt: Date | null;
  readonly returnedAt: Date | null;
  readonly returnedBy: ReturnWay | null;
};

export type NewConsent = Pick<
  ConsentsRow,
  'accountId' | 'purpose' | 'action' | 'noticeVersion' | 'language' | 'textHash' | 'method' | 'address'
>;

export function localeOfAccount(account: { readonly locale: string }): Locale {
  return locales.find((locale) => locale === account.locale) ?? defaultLocale;
}

/** Phones are in E.164 format. */
export function createAccountRepo(sql: Sql) {
  // Name the columns: after a later release adds a column, PostgreSQL rejects a prepared `select *` ("cached
  // plan must not change result type"), and the driver cannot retry the statement inside a transaction.
  const accountRow = sql`
    id, phone, phone_since, kind, status, role, ${sql(accountFieldColumns)}, avatar, referral_code, referred_by, campaign, locale,
    created_at, updated_at, must_change_password, email_confirmed_at, is_email_imported, sensitive_hold_until, locked_by_owner,
    phone_in_doubt, disputed_at, last_sign_in_at, hidden_nav_ids, agreed_legal, sort_name`;
  const enterpriseRow = sql`account_id, ${sql(enterpriseFieldColumns)}, verified_at`;
  return {
    findByPhone: (phone: string) =>
      sql<Pick<AccountsRow, 'id' | 'status'>[]>`
        select id, status from accounts where phone = ${phone}`.first(),

    /** Ignores a dormant account, whose phone may have a new owner. */
    findNonDormantByPhone: (phone: string) =>
      sql<Pick<AccountsRow, 'id' | 'status'>[]>`
        select id, status from accounts a where phone = ${phone} and not ${isDormant(sql)}`.first(),

    lockNonDormantByPhone: (tx: Queryable, phone: string) =>
      tx<Pick<AccountsRow, 'id' | 'status'>[]>`
        select id, status from accounts a where phone = ${phone} and not ${isDormant(tx)} for no key update`.first(),

    findByReferralCode: (referralCode: string) =>
      sql<Pick<AccountsRow, 'id' | 'name' | 'phone' | 'status'>[]>`
        select id, name, phone, status from accounts where referral_code = ${referralCode}`.first(),

    existsByPhone: (phone: string) => sql`select from accounts where phone = ${phone}`.hasRows(),

    lockRow: (tx: Queryable, id: string) =>
      tx<(AccountsRow & { holdSeconds: number })[]>`
        select ${accountRow}, ${holdSeconds(tx)} as hold_seconds from accounts a where id = ${id}
        for no key update`.first(),

    /** Locks an account and the account that has a phone, in id order to prevent deadlocks. */
    async lockWithHolder(tx: Queryable, id: string, phone: string | null): Promise<void> {
      await tx`select from accounts where id = ${id} or phone = ${phone} order by id for no key update`;
    },

    lockByPhone: (tx: Queryable, phone: string) =>
      tx<(AccountsRow & { holdSeconds: number })[]>`
        select ${accountRow}, ${holdSeconds(tx)} as hold_seconds from accounts a
        where phone = ${phone} for no key update`.first(),

    /** Throws the unique violation of `accounts_phone_key` if another account has the phone. */
    async insert(tx: Queryable, account: NewAccount): Promise<void> {
      await tx`insert into accounts ${tx(account)}`;
      if (account.kind === 'enterprise')
        await tx`insert into enterprises (account_id) values (${account.id})`;
      await indexAccounts(tx, [account.id]);
    },

    /** `change` must contain at least one column. */
    async update(tx: Queryable, id: string, change: AccountChange): Promise<AccountsRow> {
      const [row] = await tx<AccountsRow[]>`
        update accounts set ${tx(change)}, updated_at = now(), is_email_imported = is_email_imported
          and (${change.email === undefined} or email is not distinct from ${change.email ?? null})
        where id = ${id} returning ${accountRow}`;
      if (!row) throw new Error('the account to update does not exist');
      if (change.name !== undefined || change.email !== undefined) await indexAccounts(tx, [id]);
      return row;
    },

    /**
     * Changes the account's phone, keeps the former phone, if any, in `released_phones`, and puts sensitive
     * changes on hold. Throws the unique violation of `accounts_phone_key` if another account has the phone.
     */
    async changePhone(
      tx: Queryable,
      input: { accountId: string; phone: string; holdSeconds: number },
    ): Promise<AccountsRow> {
      await keepFormerPhone(tx, input.accountId);
      const [row] = await tx<AccountsRow[]>`
        update accounts set phone = ${input.phone}, phone_since = now(), phone_in_doubt = false, updated_at = now(),
          sensitive_hold_until = now() + make_interval(secs => ${input.holdSeconds}::int)
        where id = ${input.accountId} returning ${accountRow}`;
      if (!row) throw new Error('the account to update does not exist');
      await indexAccounts(tx, [input.accountId]);
      return row;
    },

    async confirmEmail(tx: Queryable, id: string, email: string): Promise<void> {
      await tx`
        update accounts set email_confirmed_at = now(), updated_at = now()
        where id = ${id} and email = ${email} and email_confirmed_at is null`;
    },

    /** Sets the status, and clears the mark of a lock by the owner. Returns undefined if nothing changes. */
    setStatus: (tx: Queryable, id: string, status: AccountStatus) =>
      tx<AccountsRow[]>`
        update accounts set status = ${status}, locked_by_owner = false, owner_locked_at = null, updated_at = now()
        where id = ${id} and (status <> ${status} or locked_by_owner) returning ${accountRow}`.first(),

    async setRole(tx: Queryable, id: string, role: AccountRole): Promise<void> {
      await tx`update accounts set role = ${role}, updated_at = now() where id = ${id} and role <> ${role}`;
    },

    findProofs: (db: Queryable, id: string) =>
      db<{ hasPassword: boolean; hasPasskey: boolean; phoneInDoubt: boolean }[]>`
        select p.account_id is not null as has_password, a.phone_in_doubt,
          exists (select from passkeys k where k.account_id = a.id) as has_passkey
        from accounts a left join password_credentials p on p.account_id = a.id where a.id = ${id}`.first(),

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
     * Locks an active account at its owner's request. Keeps an earlier doubt about the phone. Returns false if
     * the account is not active.
     */
    lockForOwner: (tx: Queryable, id: string, { phoneInDoubt }: { phoneInDoubt: boolean }) =>
      tx`
        update accounts set status = 'locked', locked_by_owner = true, owner_locked_at = now(),
          phone_in_doubt = phone_in_doubt or ${phoneInDoubt}, updated_at = now()
        where id = ${id} and status = 'active'`.hasRows(),

    async getLock(tx: Queryable, id: string): Promise<AccountLock> {
      const [row] = await tx<AccountLock[]>`
        select role, phone, phone_in_doubt, owner_locked_at from accounts where id = ${id}`;
      if (!row) throw new Error('the locked account does not exist');
      return row;
    },

    /** Records the time of an event that the owner reported, unless an earlier time is recorded. */
    async dispute(tx: Queryable, id: string, at: Date): Promise<void> {
      await tx`update accounts set disputed_at = least(disputed_at, ${at}) where id = ${id}`;
    },

    async findPhoneHistory(tx: Queryable, id: string): Promise<PhoneHistory & { readonly now: Date }> {
      const [row] = await tx<(PhoneHistory & { readonly now: Date })[]>`
        select now() as now, a.phone_since, r.proved_at, r.returned_at, r.way as returned_by
        from accounts a left join account_returns r on r.account_id = a.id where a.id = ${id}`;
      if (!row) throw new Error('the account does not exist');
      return row;
    },

    /** Records that a code sent to the phone no longer unlocks this locked account. */
    async doubtPhone(tx: Queryable, id: string): Promise<void> {
      await tx`update accounts set phone_in_doubt = true, updated_at = now() where id = ${id} and status = 'locked'`;
    },

    isDormant: (tx: Queryable, id: string) =>
      tx`select from accounts a where a.id = ${id} and ${isDormant(tx)}`.hasRows(),

    isPhoneDormant: (phone: string) =>
      sql`select from accounts a where a.phone = ${phone} and ${isDormant(sql)}`.hasRows(),

    /**
     * Takes the phone from a dormant account for the number's new owner, and keeps it as a former phone of the
     * account. Returns undefined if no dormant account has the phone.
     */
    async releasePhone(tx: Queryable, phone: string): Promise<{ id: string } | undefined> {
      const [row] = await tx<{ id: string }[]>`
        select id from accounts a where a.phone = ${phone} and ${isDormant(tx)} for no key update`;
      if (row) await givePhoneUp(tx, row.id);
      return row;
    },

    async findPhoneLoss(tx: Queryable, id: string, phone: string): Promise<Date | undefined> {
      const [row] = await tx<{ releasedAt: Date }[]>`
        select released_at from released_phones where account_id = ${id} and phone = ${phone}
          and released_at > now() - make_interval(days => ${formerChannelDays}::int)`;
      return row?.releasedAt;
    },

    /**
     * Takes the phone from the account that got it after `since`. Lock that account first. Returns undefined if
     * no such account has the phone. An administrator keeps the phone, because only an operator recovers an
     * administrator's account.
     */
    async takePhone(tx: Queryable, phone: string, since: Date): Promise<{ id: string } | undefined> {
      const [row] = await tx<{ id: string }[]>`
        select id from accounts where phone = ${phone} and role = 'user' and coalesce(phone_since, created_at) > ${since}
        for no key update`;
      if (row) await givePhoneUp(tx, row.id);
      return row;
    },

    /**
     * Stores the state of an account that has returned to its owner. `keepsFormer` keeps the replaced phone as
     * a former phone, because the owner may know only that phone if someone else completed the recovery.
     * `wakes` ends dormancy. A restored phone regains the age that it had when the account lost it; the age of
     * the first phone is null again. Requires the lock of the row. Throws the unique violation of
     * `accounts_phone_key` if another account has the phone.
     */
    async giveBack(
      tx: Queryable,
      { id, phone: former }: Pick<AccountsRow, 'id' | 'phone'>,
      state: {
        readonly phone: string | null;
        readonly opens: boolean;
        readonly wakes: boolean;
        readonly keepsFormer: boolean;
        readonly keepsDoubt: boolean;
        readonly castsDoubt: boolean;
        readonly holdSeconds: number;
      },
    ): Promise<void> {
      const { phone } = state;
      if (phone !== former) {
        if (state.keepsFormer) await keepFormerPhone(tx, id);
        await tx`update accounts set phone_since = now() where id = ${id}`;
        await tx`
          update accounts a set phone_since = now() - (r.released_at - r.held_since) from released_phones r
          where a.id = ${id} and r.account_id = a.id and r.phone = ${phone}`;
      }
      if (phone !== null) await tx`delete from released_phones where account_id = ${id} and phone = ${phone}`;
      await tx`
        update accounts set phone = ${phone}, phone_in_doubt = phone_in_doubt and ${state.keepsDoubt} or ${state.castsDoubt},
          disputed_at = null, updated_at = now(),
          sensitive_hold_until = now() + make_interval(secs => ${state.holdSeconds}::int)
        where id = ${id}`;
      if (state.wakes) await tx`update accounts set last_sign_in_at = now() where id = ${id}`;
      if (state.opens)
        await tx`
          update accounts set status = 'active', locked_by_owner = false, owner_locked_at = null where id = ${id}`;
      await indexAccounts(tx, [id]);
    },

    /**
     * Keeps a replaced address for the notices of the next 30 days. Above the limit, the addresses that were
     * confirmed last are dropped; otherwise an account could have each notice sent to thousands of addresses.
     */
    async keepFormerEmail(tx: Queryable, id: string, email: string): Promise<void> {
      await tx`
        insert into former_emails (account_id, email, confirmed_at, expires_at)
        select id, ${email}, coalesce(email_confirmed_at, now()), now() + make_interval(days => ${formerChannelDays}::int)
        from accounts where id = ${id}
        on conflict (account_id, email) do update set replaced_at = now(), expires_at = excluded.expires_at,
          confirmed_at = excluded.confirmed_at`;
      await tx`
        delete from former_emails where account_id = ${id} and email in (
          select email from former_emails where account_id = ${id} order by confirmed_at, email
          offset ${maxFormerEmails}::int)`;
    },

    async restoreEmail(
      tx: Queryable,
      id: string,
      { email, addedAt }: { readonly email: string; readonly addedAt: Date },
    ): Promise<void> {
      await tx`
        update accounts set email = ${email}, email_confirmed_at = ${addedAt}, is_email_imported = false,
          updated_at = now()
        where id = ${id}`;
    },

    async removeEmail(tx: Queryable, id: string): Promise<void> {
      await tx`
        update accounts set email = null, email_confirmed_at = null, is_email_imported = false, updated_at = now()
        where id = ${id}`;
      await indexAccounts(tx, [id]);
    },

    /**
     * Updates an enterprise. `lostVerification`: the association must verify the enterprise again.
     * `isRenamed`: the caller must withdraw the confirmation of certificates that name the enterprise as
     * employer.
     */
    async updateEnterprise(
      tx: Queryable,
      accountId: string,
      change: EnterpriseChange,
    ): Promise<{
      readonly enterprise: Enterprise;
      readonly isRenamed: boolean;
      readonly lostVerification: boolean;
    }> {
      // Lock the row, so that a concurrent decision of the association waits and sees the new data.
      const [known] = await tx<Enterprise[]>`
        select ${enterpriseRow} from enterprises where account_id = ${accountId} for no key update`;
      if (!known) throw new Error('the account has no enterprise');
      const { isChanged, losesVerification } = judgeEnterpriseChange(known, change);
      if (!isChanged) return { enterprise: known, isRenamed: false, lostVerification: false };
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
        isRenamed: enterprise.name !== known.name,
        lostVerification: losesVerification,
      };
    },

    async hideNavItems(tx: Queryable, accountId: string, ids: readonly string[]): Promise<void> {
      await tx`
        update accounts set hidden_nav_ids = ${ids.length === 0 ? null : [...ids]}::text[], updated_at = now()
        where id = ${accountId}`;
    },

    async insertConsents(tx: Queryable, consents: readonly NewConsent[]): Promise<void> {
      await tx`insert into consents ${tx(consents)}`;
    },

    /**
     * Returns the id of the newest published version that the account has agreed to; 0 if it has agreed only to
     * the built-in versions, -1 if it has agreed to none or does not exist.
     */
    async findAgreedLegal(accountId: string): Promise<number> {
      const [row] = await sql<Pick<AccountsRow, 'agreedLegal'>[]>`
        select agreed_legal from accounts where id = ${accountId}`;
      return row?.agreedLegal ?? -1;
    },

    async setAgreedLegal(tx: Queryable, accountId: string, lastId: number): Promise<void> {
      await tx`update accounts set agreed_legal = ${lastId} where id = ${accountId}`;
    },

    existsByRole: (role: AccountRole) => sql`select from accounts where role = ${role} limit 1`.hasRows(),

    async noteSignIn(tx: Queryable, id: string): Promise<void> {
      await tx`update accounts set last_sign_in_at = now() where id = ${id}`;
    },

    cancelDeletion: (tx: Queryable, id: string) =>
      tx`delete from account_deletions where account_id = ${id}`.hasRows(),

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

async function keepFormerPhone(tx: Queryable, accountId: string): Promise<void> {
  await tx`
    insert into released_phones (account_id, phone, held_since)
    select id, phone, phone_since from accounts where id = ${accountId} and phone is not null
    on conflict (account_id, phone) do update set released_at = now(), held_since = excluded.held_since`;
}

async function givePhoneUp(tx: Queryable, accountId: string): Promise<void> {
  await keepFormerPhone(tx, accountId);
  await tx`update accounts set phone = null, updated_at = now() where id = ${accountId}`;
  await indexAccounts(tx, [accountId]);
}

export type AccountRepo = ReturnType<typeof createAccountRepo>;
