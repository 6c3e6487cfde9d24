import type { Sql } from '#database/connection.ts';
import { isAfter, microsecondsOf, type Page } from '#database/page.ts';
import type { AccountsRow } from '#database/tables.ts';

type Invited = Pick<AccountsRow, 'id' | 'name' | 'kind' | 'createdAt'> & { joinedMicroseconds: number };

export function createInvitationsRepo(sql: Sql) {
  return {
    async count(inviterId: string): Promise<{ joined: number; recent: number }> {
      const [row] = await sql<{ joined: number; recent: number }[]>`
        select count(*)::int as joined,
          (count(*) filter (where created_at > now() - interval '30 days'))::int as recent
        from accounts where referred_by = ${inviterId}`;
      return row ?? { joined: 0, recent: 0 };
    },

    async list(inviterId: string, page: Page) {
      return sql<Invited[]>`
        select id, name, kind, created_at, ${microsecondsOf(sql, sql`created_at`)} as joined_microseconds
        from accounts
        where referred_by = ${inviterId}
          and ${isAfter(sql, [{ time: sql`created_at` }, sql`id`], page.after, 'desc')}
        order by created_at desc, id desc limit ${page.limit}`;
    },
  };
}
