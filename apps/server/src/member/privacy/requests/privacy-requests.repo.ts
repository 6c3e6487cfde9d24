import type { Queryable, Sql } from '#database/connection.ts';
import type { AccountsRow, PrivacyRequestsRow } from '#database/tables.ts';

export type NewRequest = Pick<
  PrivacyRequestsRow,
  'id' | 'accountId' | 'kind' | 'details' | 'createdAt' | 'replyDueAt' | 'dueAt'
>;
export type QueuedRequest = PrivacyRequestsRow & Pick<AccountsRow, 'phone'>;

/** Queries of members' requests about their personal data. */
export function createPrivacyRequestRepo(sql: Sql) {
  // By name, see `account.repo.ts`.
  const columns = sql`
    id, account_id, kind, details, status, answer, created_at, reply_due_at, due_at, answered_at, closed_at`;
  return {
    async insert(tx: Queryable, request: NewRequest): Promise<PrivacyRequestsRow> {
      const [row] = await tx<PrivacyRequestsRow[]>`
        insert into privacy_requests ${tx(request)} returning ${columns}`;
      if (!row) throw new Error('the request was not written');
      return row;
    },

    async countOpen(tx: Queryable, accountId: string): Promise<number> {
      return (
        await tx`select from privacy_requests where account_id = ${accountId} and status = 'open' limit 100`
      ).count;
    },

    async list(accountId: string): Promise<readonly PrivacyRequestsRow[]> {
      return sql<PrivacyRequestsRow[]>`
        select ${columns} from privacy_requests where account_id = ${accountId}
        order by created_at desc, id limit 100`;
    },

    async exists(tx: Queryable, accountId: string, id: string): Promise<boolean> {
      return (
        (await tx`select from privacy_requests where id = ${id} and account_id = ${accountId}`).count > 0
      );
    },

    /** False if the request is not open, or belongs to another account. */
    async close(tx: Queryable, accountId: string, id: string): Promise<boolean> {
      const { count } = await tx`
        update privacy_requests set status = 'closed', closed_at = now()
        where id = ${id} and account_id = ${accountId} and status = 'open'`;
      return count > 0;
    },

    /** The open requests of all accounts, those due first. */
    async listOpen(limit: number): Promise<readonly QueuedRequest[]> {
      return sql<QueuedRequest[]>`
        select ${columns}, (select phone from accounts a where a.id = account_id) as phone
        from privacy_requests where status = 'open' order by due_at, id limit ${limit}`;
    },
  };
}

export type PrivacyRequestRepo = ReturnType<typeof createPrivacyRequestRepo>;
