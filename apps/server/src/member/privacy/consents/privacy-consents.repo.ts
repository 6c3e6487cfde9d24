import type { Queryable, Sql } from '#database/connection.ts';
import type { ConsentsRow } from '#database/tables.ts';

export type ConsentEvent = Pick<
  ConsentsRow,
  'purpose' | 'action' | 'noticeVersion' | 'language' | 'textHash' | 'method' | 'agreedAt'
>;

export function createPrivacyConsentRepo(sql: Sql) {
  return {
    async list(accountId: string): Promise<readonly ConsentEvent[]> {
      return sql<ConsentEvent[]>`
        select purpose, action, notice_version, language, text_hash, method, agreed_at from (
          select c.*, row_number() over (partition by purpose order by agreed_at desc, id desc) as place
          from consents c where account_id = ${accountId}) events
        where place <= 100 order by agreed_at desc, id desc`;
    },

    async countEvents(tx: Queryable, accountId: string, purpose: string): Promise<number> {
      return (await tx`select from consents where account_id = ${accountId} and purpose = ${purpose}`).count;
    },

    async isGiven(tx: Queryable, accountId: string, purpose: string): Promise<boolean> {
      const [row] = await tx<{ isGiven: boolean }[]>`
        select action = 'given' as is_given from consents
        where account_id = ${accountId} and purpose = ${purpose} order by agreed_at desc, id desc limit 1`;
      return row?.isGiven === true;
    },
  };
}
