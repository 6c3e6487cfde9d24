import type { Queryable, Sql } from '#database/connection.ts';
import type { AccountReturnsRow, PasskeysRow, SocialIdentitiesRow } from '#database/tables.ts';
import type { Removed, ReturnFacts, ReturnWay } from './return-to-owner.policy.ts';

export type StoredReturn = {
  readonly way: ReturnWay;
  readonly returnedAt: Date;
  readonly sessionsEnded: number;
  readonly removed: readonly Removed[];
};

export type AccountEmail = {
  readonly email: string;
  readonly isConfirmed: boolean;
  readonly isImported: boolean;
  readonly addedAt: Date;
};

export function createReturnRepo(sql: Sql) {
  return {
    async findFacts(tx: Queryable, accountId: string): Promise<ReturnFacts> {
      const [row] = await tx<ReturnFacts[]>`
        select now() as now, a.created_at, a.disputed_at, a.phone_since, r.returned_at, r.proved_at
        from accounts a left join account_returns r on r.account_id = a.id where a.id = ${accountId}`;
      if (!row) throw new Error('the account to return does not exist');
      return row;
    },

    async listPasskeys(tx: Queryable, accountId: string) {
      return tx<Pick<PasskeysRow, 'id' | 'name' | 'createdAt'>[]>`
        select id, name, created_at from passkeys where account_id = ${accountId} order by created_at, id`;
    },

    async findAuthenticator(tx: Queryable, accountId: string): Promise<Date | undefined> {
      const [row] = await tx<{ confirmedAt: Date }[]>`
        select confirmed_at from authenticator_apps where account_id = ${accountId}`;
      return row?.confirmedAt;
    },

    async listIdentities(tx: Queryable, accountId: string) {
      return tx<Pick<SocialIdentitiesRow, 'provider' | 'linkedAt'>[]>`
        select provider, linked_at from social_identities where account_id = ${accountId} order by linked_at, provider`;
    },

    /**
     * Returns the account's e-mail address; undefined without one. `addedAt` is when the address was confirmed
     * or, if it is unconfirmed, when its confirmation link was requested, or else when the account was created.
     * `isImported` is true if the association imported the address.
     */
    findEmail: (tx: Queryable, accountId: string) =>
      tx<AccountEmail[]>`
        select a.email, a.email_confirmed_at is not null as is_confirmed, a.is_email_imported as is_imported,
          coalesce(a.email_confirmed_at, c.created_at, a.created_at) as added_at
        from accounts a left join email_confirmations c on c.account_id = a.id
        where a.id = ${accountId} and a.email is not null`.first(),

    async listFormerEmails(tx: Queryable, accountId: string) {
      return tx<{ email: string; addedAt: Date }[]>`
        select email, confirmed_at as added_at from former_emails
        where account_id = ${accountId} and expires_at > now() order by replaced_at desc, email`;
    },

    async deleteFormerEmails(tx: Queryable, accountId: string): Promise<void> {
      await tx`delete from former_emails where account_id = ${accountId}`;
    },

    async deleteEmailLink(tx: Queryable, accountId: string): Promise<void> {
      await tx`delete from email_confirmations where account_id = ${accountId}`;
    },

    findUnseen: (db: Queryable, accountId: string) =>
      db<StoredReturn[]>`
        select way, returned_at, sessions_ended, removed from account_returns
        where account_id = ${accountId} and seen_at is null`.first(),

    /** Replaces the list of removed items, unless the owner has already seen the list. */
    async setRemoved(tx: Queryable, accountId: string, removed: readonly Removed[]): Promise<void> {
      await tx`
        update account_returns set removed = ${tx.json(removed)} where account_id = ${accountId} and seen_at is null`;
    },

    /**
     * Stores a return in place of the account's earlier return. Use `clock_timestamp()`, because the
     * transaction may have waited for locks, and the return must be later than the start of the requests that
     * held them. A return that does not prove the phone keeps the time of the last return that proved it.
     */
    async store(
      tx: Queryable,
      row: Pick<AccountReturnsRow, 'accountId' | 'way' | 'rightsSince' | 'sessionsEnded'> & {
        readonly removed: readonly Removed[];
        readonly isPhoneProved: boolean;
      },
    ): Promise<void> {
      await tx`
        insert into account_returns as r
          (account_id, way, returned_at, proved_at, rights_since, sessions_ended, removed)
        select ${row.accountId}, ${row.way}, at, case when ${row.isPhoneProved} then at end, ${row.rightsSince}::timestamptz,
          ${row.sessionsEnded}::int, ${tx.json(row.removed)}::jsonb from clock_timestamp() at
        on conflict (account_id) do update set way = excluded.way, returned_at = excluded.returned_at,
          proved_at = coalesce(excluded.proved_at, r.proved_at), rights_since = excluded.rights_since, seen_at = null, sessions_ended = excluded.sessions_ended, removed = excluded.removed`;
    },

    async markSeen(accountId: string): Promise<void> {
      await sql`update account_returns set seen_at = now() where account_id = ${accountId} and seen_at is null`;
    },
  };
}

export type ReturnRepo = ReturnType<typeof createReturnRepo>;
