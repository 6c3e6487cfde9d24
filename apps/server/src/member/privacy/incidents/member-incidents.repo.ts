import type { Locale } from '@vid/contract/limits';
import type { Sql } from '#database/connection.ts';

export function createMemberIncidents(sql: Sql) {
  return {
    /**
     * Returns the incidents that the member was notified of, the latest notice first, at most 100. A notice by
     * SMS has no space for the text and links to this list.
     */
    async list(accountId: string, locale: Locale) {
      return sql<{ toldAt: Date; text: string }[]>`
        select r.notified_at as told_at, coalesce(n.texts ->> ${locale}, '') as text
        from incident_accounts r left join incident_notices n on n.id = r.notice_id
        where r.account_id = ${accountId} and r.notified_at is not null
        order by r.notified_at desc, r.id desc limit 100`;
    },
  };
}
