import type { Queryable, Sql } from '#database/connection.ts';
import type { PhoneChangesRow } from '#database/tables.ts';

type Change = Pick<PhoneChangesRow, 'accountId' | 'oldPhone' | 'newPhone' | 'undoHash'>;

export function createPhoneChangeRepo(sql: Sql) {
  return {
    async insert(tx: Queryable, change: Change & { readonly ttlSeconds: number }): Promise<void> {
      await tx`
        insert into phone_changes (undo_hash, account_id, old_phone, new_phone, expires_at)
        values (${change.undoHash}, ${change.accountId}, ${change.oldPhone}, ${change.newPhone},
          now() + make_interval(secs => ${change.ttlSeconds}))`;
    },

    findOpen: (accountId: string) =>
      sql<Pick<PhoneChangesRow, 'oldPhone' | 'newPhone' | 'createdAt' | 'expiresAt'>[]>`
        select old_phone, new_phone, created_at, expires_at from phone_changes
        where account_id = ${accountId} and undone_at is null and expires_at > now()
        order by created_at desc limit 1`.first(),

    /** Finds the phone change of an undo link that has not expired, used or not. */
    findByUndo: (db: Queryable, undoHash: Buffer) =>
      db<Pick<PhoneChangesRow, 'accountId' | 'oldPhone' | 'createdAt'>[]>`
        select account_id, old_phone, created_at from phone_changes
        where undo_hash = ${undoHash} and expires_at > now()`.first(),

    /** Consumes the undo link. False if it was used before. */
    consumeUndo: (tx: Queryable, undoHash: Buffer) =>
      tx`
        update phone_changes set undone_at = now()
        where undo_hash = ${undoHash} and undone_at is null and expires_at > now()`.hasRows(),
  };
}

export type PhoneChangeRepo = ReturnType<typeof createPhoneChangeRepo>;
