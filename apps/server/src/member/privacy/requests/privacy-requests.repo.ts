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
  // PostgreSQL refuses a prepared `select *` once a later release has added a column, so the columns are
  // listed.
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

    async count(tx: Queryable, accountId: string): Promise<{ open: number; ofYear: number }> {
      const [row] = await tx<{ open: number; ofYear: number }[]>`
        select count(*) filter (where status <> 'closed')::int as open,
          count(*) filter (where created_at > now() - interval '1 year')::int as of_year
        from privacy_requests where account_id = ${accountId}`;
      return row ?? { open: 0, ofYear: 0 };
    },

    async list(accountId: string): Promise<readonly RequestRow[]> {
      return sql<RequestRow[]>`
        select ${columns} from privacy_requests where account_id = ${accountId}
        order by created_at desc, id limit 100`;
    },

    exists: (tx: Queryable, accountId: string, id: string) =>
      tx`select from privacy_requests where id = ${id} and account_id = ${accountId}`.hasRows(),

    /** Closes a request. Returns false if it is already closed or belongs to another account. */
    close: (tx: Queryable, accountId: string, id: string) =>
      tx`
        update privacy_requests set status = 'closed', closed_at = now()
        where id = ${id} and account_id = ${accountId} and status <> 'closed'`.hasRows(),
  };
}
