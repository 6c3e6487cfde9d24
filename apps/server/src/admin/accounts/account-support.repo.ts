import { consentPurposes, type ConsentPurpose } from '@vid/contract/legal/purposes';
import { authorName } from '#database/account-names.ts';
import type { Queryable, Sql } from '#database/connection.ts';
import type { AccountNotesRow, ConsentsRow } from '#database/tables.ts';

export type NoteRow = Pick<AccountNotesRow, 'id' | 'text' | 'authorId' | 'createdAt'> & {
  readonly authorName: string | null;
};

type LockRow = {
  readonly at: Date;
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly reason: string | null;
  readonly isUndo: boolean;
};

export function createAccountSupportRepo(sql: Sql) {
  return {
    async insertNote(
      tx: Queryable,
      note: Pick<AccountNotesRow, 'id' | 'accountId' | 'authorId' | 'text'>,
    ): Promise<void> {
      await tx`insert into account_notes ${tx(note)}`;
    },

    async listNotes(accountId: string): Promise<readonly NoteRow[]> {
      return sql<NoteRow[]>`
        select n.id, n.text, n.author_id, n.created_at, ${authorName(sql, sql`w`)} as author_name
        from account_notes n left join accounts w on w.id = n.author_id
        where n.account_id = ${accountId} order by n.created_at desc, n.id desc limit 100`;
    },

    /**
     * Finds the newest lock by the owner (`isByOwner`) or by the association. A report by the owner of a
     * locked account is also recorded as `account.locked`, but without `sessionsEnded`. Returns undefined
     * without such an event, which may have left the audit log.
     */
    findLock: (accountId: string, isByOwner: boolean) =>
      sql<LockRow[]>`
        select e.at, e.actor_id, ${authorName(sql, sql`w`)} as actor_name, e.details->>'reason' as reason,
          e.details ? 'undoOf' as is_undo
        from audit_events e left join accounts w on w.id = e.actor_id
        where e.account_id = ${accountId} and e.kind = 'account.locked'
          and (e.actor_id is not distinct from e.account_id) = ${isByOwner}::boolean
          and (e.details ? 'sessionsEnded' or not ${isByOwner}::boolean)
        order by e.at desc, e.id desc limit 1`.first(),

    async listConsents(accountId: string) {
      return sql<
        (Pick<ConsentsRow, 'action' | 'noticeVersion' | 'agreedAt'> & { purpose: ConsentPurpose })[]
      >`
        select distinct on (purpose) purpose, action, notice_version, agreed_at from consents
        where account_id = ${accountId} and purpose = any(${[...consentPurposes]}::text[])
        order by purpose, agreed_at desc, id desc`;
    },
  };
}
