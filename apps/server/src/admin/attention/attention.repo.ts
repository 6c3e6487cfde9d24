import type { Sql } from '#database/connection.ts';

type IncidentCounts = { readonly open: number; readonly overdue: number; readonly nextDueAt: Date | null };
type PrivacyCounts = { readonly open: number; readonly dueSoon: number; readonly overdue: number };

const maxCount = 10_000;

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

    async countIncidents(): Promise<IncidentCounts> {
      const [row] = await sql<IncidentCounts[]>`
        select count(*)::int as open, (count(*) filter (where status = 'open' and due_at < now()))::int as overdue,
          min(due_at) filter (where status = 'open') as next_due_at
        from (
          select status, due_at from incidents where status <> 'closed' order by due_at, id limit ${maxCount}) current`;
      return row ?? { open: 0, overdue: 0, nextDueAt: null };
    },
  };
}
