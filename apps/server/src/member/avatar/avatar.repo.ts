import type { Queryable, Sql } from '#database/connection.ts';
import type { AvatarsRow } from '#database/tables.ts';

export function createAvatarRepo(sql: Sql) {
  return {
    async find(id: string): Promise<Uint8Array | undefined> {
      const [row] = await sql<Pick<AvatarsRow, 'content'>[]>`select content from avatars where id = ${id}`;
      return row?.content;
    },

    /** Replaces the picture and its id. Returns false if the account already has the same picture. */
    replace: (tx: Queryable, avatar: Pick<AvatarsRow, 'accountId' | 'id' | 'content' | 'contentHash'>) =>
      tx`
        insert into avatars as a (account_id, id, content, content_hash)
        values (${avatar.accountId}, ${avatar.id}, ${avatar.content}, ${avatar.contentHash})
        on conflict (account_id) do update set id = excluded.id, content = excluded.content,
          content_hash = excluded.content_hash, created_at = now()
        where a.content_hash <> excluded.content_hash`.hasRows(),

    remove: (tx: Queryable, accountId: string) =>
      tx`delete from avatars where account_id = ${accountId}`.hasRows(),
  };
}
