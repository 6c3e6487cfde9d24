import { consentPurposes, type ConsentPurpose } from '@vid/contract/legal/purposes';
import type { Queryable, Sql } from '#database/connection.ts';
import type { AccountNotesRow, ConsentsRow } from '#database/tables.ts';

export type NoteRow = Pick<AccountNotesRow, 'id' | 'text' | 'authorId' | 'createdAt'> & {
  readonly authorName: string | null;
};

/** Queries of what the association notes about accounts. */
export function createAccountDeskRepo(sql: Sql) {
  return {
    async insertNote(
      tx: Queryable,
      note: Pick<AccountNotesRow, 'id' | 'accountId' | 'authorId' | 'text'>,
    ): Promise<void> {
      await tx`insert into account_notes ${tx(note)}`;
    },

    /** The newest 100, newest first. */
    async listNotes(accountId: string): Promise<readonly NoteRow[]> {
      return sql<NoteRow[]>`
        select n.id, n.text, n.author_id, n.created_at, w.name as author_name
        from account_notes n left join accounts w on w.id = n.author_id
        where n.account_id = ${accountId} order by n.created_at desc, n.id desc limit 100`;
    },

    /** The last event of each purpose. */
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

export type AccountDeskRepo = ReturnType<typeof createAccountDeskRepo>;
