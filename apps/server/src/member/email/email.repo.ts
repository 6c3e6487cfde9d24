import type { Queryable, Sql } from '#database/connection.ts';
import type { EmailConfirmationsRow } from '#database/tables.ts';

type Link = Pick<EmailConfirmationsRow, 'accountId' | 'tokenHash' | 'email'>;

export function createEmailRepo(sql: Sql) {
  return {
    async replaceLink(tx: Queryable, link: Link & { readonly ttlSeconds: number }): Promise<void> {
      await tx`
        insert into email_confirmations (account_id, token_hash, email, expires_at)
        values (${link.accountId}, ${link.tokenHash}, ${link.email}, now() + make_interval(secs => ${link.ttlSeconds}))
        on conflict (account_id) do update set token_hash = excluded.token_hash, email = excluded.email,
          created_at = now(), used_at = null, expires_at = excluded.expires_at`;
    },

    async deleteLink(tx: Queryable, accountId: string): Promise<void> {
      await tx`delete from email_confirmations where account_id = ${accountId}`;
    },

    /** Returns the account of a link, used or not; undefined if the link is unknown or has expired. */
    async findAccountId(tokenHash: Buffer): Promise<string | undefined> {
      const [row] = await sql<{ accountId: string }[]>`
        select account_id from email_confirmations where token_hash = ${tokenHash} and expires_at > now()`;
      return row?.accountId;
    },

    /**
     * Returns a link; undefined if it is unknown, has expired or was replaced. The caller must hold the account's row
     * lock.
     */
    findLink: (tx: Queryable, tokenHash: Buffer) =>
      tx<Pick<EmailConfirmationsRow, 'email' | 'usedAt'>[]>`
        select email, used_at from email_confirmations where token_hash = ${tokenHash} and expires_at > now()`.first(),

    consumeLink: (tx: Queryable, tokenHash: Buffer) =>
      tx`
        update email_confirmations set used_at = now()
        where token_hash = ${tokenHash} and used_at is null and expires_at > now()`.hasRows(),
  };
}
