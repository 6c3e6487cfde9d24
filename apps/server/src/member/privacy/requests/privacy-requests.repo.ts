import type { Queryable, Sql } from '#database/connection.ts';
import type { PrivacyRequestsRow } from '#database/tables.ts';

export type NewRequest = Pick<
  PrivacyRequestsRow,
  'id' | 'accountId' | 'kind' | 'details' | 'createdAt' | 'replyDueAt' | 'dueAt'
>;
export type RequestRow = Pick<
  PrivacyRequestsRow,
  | 'id'
  | 'kind'
  | 'details'
  | 'status'
  | 'answer'
  | 'outcome'
  | 'resolution'
  | 'extensionReason'
  | 'createdAt'
  | 'replyDueAt'
  | 'dueAt'
>;

export function createPrivacyRequestRepo(sql: Sql) {
  // Columns are listed by name for the reason given in `account.repo.ts`.
  const columns = sql`
    id, kind, details, status, answer, outcome, resolution, extension_reason, created_at, reply_due_at,
    due_at`;
  return {
    async insert(tx: Queryable, request: NewRequest): Promise<RequestRow> {
      const [row] = await tx<RequestRow[]>`
        insert into privacy_requests ${tx(request)} returning ${columns}`;
      if (!row) throw new Error('the request was not written');
      return row;
    },

    async countOpen(tx: Queryable, accountId: string): Promise<number> {
      return (
        await tx`select from privacy_requests where account_id = ${accountId} and status <> 'closed' limit 100`
      ).count;
    },

    async list(accountId: string): Promise<readonly RequestRow[]> {
      return sql<RequestRow[]>`
        select ${columns} from privacy_requests where account_id = ${accountId}
        order by created_at desc, id limit 100`;
    },

    async exists(tx: Queryable, accountId: string, id: string): Promise<boolean> {
      return (
        (await tx`select from privacy_requests where id = ${id} and account_id = ${accountId}`).count > 0
      );
    },

    /** Closes a request. False if it is already closed, or belongs to another account. */
    async close(tx: Queryable, accountId: string, id: string): Promise<boolean> {
      const { count } = await tx`
        update privacy_requests set status = 'closed', closed_at = now()
        where id = ${id} and account_id = ${accountId} and status <> 'closed'`;
      return count > 0;
    },
  };
}

export type PrivacyRequestRepo = ReturnType<typeof createPrivacyRequestRepo>;
