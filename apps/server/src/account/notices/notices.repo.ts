import type { Queryable } from '#database/connection.ts';
import type { AccountsRow, DueNoticesRow, NoticeLinksRow } from '#database/tables.ts';

export type NewDueNotice = Omit<DueNoticesRow, 'id' | 'createdAt'>;

type Owner = Pick<AccountsRow, 'phone' | 'locale'> & { confirmedEmail: string | null; now: Date };

export function createNoticeRepo() {
  return {
    async findOwner(tx: Queryable, accountId: string) {
      const [row] = await tx<Owner[]>`
        select phone, locale, case when email_confirmed_at is not null then email end as confirmed_email, now() as now
        from accounts where id = ${accountId}`;
      return row;
    },

    async insertDue(tx: Queryable, due: NewDueNotice): Promise<void> {
      await tx`
        insert into due_notices (account_id, kind, user_agent, address, skips_phone)
        values (${due.accountId}, ${due.kind}, ${due.userAgent}, ${due.address}, ${due.skipsPhone})`;
    },

    /** Finds the accounts of the oldest deferred notices. */
    async findDueAccounts(tx: Queryable, limit: number): Promise<readonly string[]> {
      const rows = await tx<{ accountId: string }[]>`
        select distinct account_id from (select account_id from due_notices order by id limit ${limit}::int) as oldest`;
      return rows.map(({ accountId }) => accountId);
    },

    /** Takes the oldest deferred notices of these accounts. */
    async takeDue(tx: Queryable, accountIds: readonly string[], limit: number) {
      return tx<Pick<DueNoticesRow, 'accountId' | 'kind' | 'userAgent' | 'address' | 'skipsPhone'>[]>`
        delete from due_notices
        where id in (
          select id from due_notices where account_id = any(${[...accountIds]}::text[])
          order by id limit ${limit}::int for update skip locked)
        returning account_id, kind, user_agent, address, skips_phone`;
    },

    /** Locks accounts, so that concurrent runs count the notices of an account in turn. */
    async lockAccounts(tx: Queryable, ids: readonly string[]): Promise<void> {
      await tx`select from accounts where id = any(${[...ids]}::text[]) order by id for no key update`;
    },

    /** Counts the notices of a kind that the account got within a day. */
    async countOfDay(tx: Queryable, accountId: string, kind: string): Promise<number> {
      const [row] = await tx<{ count: number }[]>`
        select count(*)::int as count from notice_links
        where account_id = ${accountId} and kind = ${kind} and created_at > now() - interval '1 day'`;
      return row?.count ?? 0;
    },

    async insertLink(
      tx: Queryable,
      link: Pick<NoticeLinksRow, 'tokenHash' | 'accountId' | 'kind'> & { readonly ttlSeconds: number },
    ): Promise<void> {
      await tx`
        insert into notice_links (token_hash, account_id, kind, expires_at)
        values (${link.tokenHash}, ${link.accountId}, ${link.kind}, now() + make_interval(secs => ${link.ttlSeconds}))`;
    },

    /** Finds a link that has not expired, used or not. */
    async findLink(tx: Queryable, tokenHash: Buffer) {
      const [row] = await tx<Pick<NoticeLinksRow, 'accountId' | 'kind'>[]>`
        select account_id, kind from notice_links where token_hash = ${tokenHash} and expires_at > now()`;
      return row;
    },

    /** Consumes a link. False if it was used before. */
    async consumeLink(tx: Queryable, tokenHash: Buffer): Promise<boolean> {
      const { count } = await tx`
        update notice_links set used_at = now()
        where token_hash = ${tokenHash} and used_at is null and expires_at > now()`;
      return count > 0;
    },
  };
}

export type NoticeRepo = ReturnType<typeof createNoticeRepo>;
