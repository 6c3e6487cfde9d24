import type { Queryable } from '#database/connection.ts';
import type { AccountsRow, DueNoticesRow, NoticeLinksRow } from '#database/tables.ts';

/** Where notices of an account go, and the database's time. */
type Owner = Pick<AccountsRow, 'phone' | 'locale'> & { confirmedEmail: string | null; now: Date };

/** Queries of the owners of accounts, and of the links of their notices. */
export function createNoticeRepo() {
  return {
    async findOwner(tx: Queryable, accountId: string) {
      const [row] = await tx<Owner[]>`
        select phone, locale, case when email_confirmed_at is not null then email end as confirmed_email, now() as now
        from accounts where id = ${accountId}`;
      return row;
    },

    /** Takes the oldest notice that is owed. Locks its account, so that concurrent runs count its notices in turn. */
    async takeDue(tx: Queryable) {
      const [due] = await tx<Pick<DueNoticesRow, 'accountId' | 'kind' | 'userAgent' | 'address'>[]>`
        delete from due_notices
        where id = (select id from due_notices order by id limit 1 for update skip locked)
        returning account_id, kind, user_agent, address`;
      if (due) await tx`select from accounts where id = ${due.accountId} for no key update`;
      return due;
    },

    /** How many notices of a kind the account got within a day. */
    async countOfDay(tx: Queryable, accountId: string, kind: string): Promise<number> {
      const [row] = await tx<{ count: number }[]>`
        select count(*)::int as count from notice_links
        where account_id = ${accountId} and kind = ${kind} and created_at > now() - interval '1 day'`;
      return row?.count ?? 0;
    },

    /** How many SMS and mails wait to be sent, at most `limit` of each. */
    async countPending(sql: Queryable, limit: number): Promise<number> {
      const [row] = await sql<{ count: number }[]>`
        select (select count(*) from (select from sms_messages where status = 'pending' limit ${limit}) s)::int
          + (select count(*) from (select from mail_messages where status = 'pending' limit ${limit}) m)::int as count`;
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

    /** A link that has not expired, used or not. */
    async findLink(tx: Queryable, tokenHash: Buffer) {
      const [row] = await tx<Pick<NoticeLinksRow, 'accountId' | 'kind'>[]>`
        select account_id, kind from notice_links where token_hash = ${tokenHash} and expires_at > now()`;
      return row;
    },

    /** Consumes a link. False if it has been used. */
    async consumeLink(tx: Queryable, tokenHash: Buffer): Promise<boolean> {
      const { count } = await tx`
        update notice_links set used_at = now()
        where token_hash = ${tokenHash} and used_at is null and expires_at > now()`;
      return count > 0;
    },
  };
}

export type NoticeRepo = ReturnType<typeof createNoticeRepo>;
