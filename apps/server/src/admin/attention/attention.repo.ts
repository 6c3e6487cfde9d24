import type { Sql } from '#database/connection.ts';

/** Counting stops here. */
const maxCount = 10_000;

type PrivacyCounts = { readonly open: number; readonly dueSoon: number; readonly overdue: number };

/** Counts over the queues of the desk. Each reads one partial index. */
export function createAttentionRepo(sql: Sql) {
  return {
    async countPrivacyRequests(): Promise<PrivacyCounts> {
      const [row] = await sql<PrivacyCounts[]>`
        select count(*)::int as open,
          (count(*) filter (where due >= now() and due < now() + interval '2 days'))::int as due_soon,
          (count(*) filter (where due < now()))::int as overdue
        from (
          select case when status = 'open' then reply_due_at else due_at end as due
          from privacy_requests where status <> 'closed'
          order by (case when status = 'open' then reply_due_at else due_at end), id limit ${maxCount}) waiting`;
      return row ?? { open: 0, dueSoon: 0, overdue: 0 };
    },
  };
}

export type AttentionRepo = ReturnType<typeof createAttentionRepo>;
