import type { Queryable, Sql } from '#database/connection.ts';

export type StreamedEvent = {
  readonly id: number;
  readonly microseconds: string;
  readonly kind: string;
  readonly accountId: string | null;
  readonly actorId: string | null;
  readonly address: string;
  readonly requestId: string;
  readonly browser: string | null;
  readonly system: string | null;
  readonly details: Readonly<Record<string, unknown>>;
};

export type StreamState = {
  /** Number of the last event that the receiver has accepted. */
  readonly sentTo: number;
  /** Reason why the last attempt failed; null if it succeeded or none was made. */
  readonly problem: string | null;
  /** Age of the oldest event that the receiver has not accepted; 0 if it has all. */
  readonly lagSeconds: number;
};

export async function readStreamState(sql: Queryable): Promise<StreamState> {
  const [row] = await sql<StreamState[]>`
    select coalesce(s.sent_to, 0)::float8 as sent_to, s.problem,
      coalesce((
        select extract(epoch from now() - e.at) from audit_events e
        where e.id > coalesce(s.sent_to, 0) order by e.id limit 1), 0)::float8 as lag_seconds
    from (select) as one left join audit_stream s on true`;
  return row ?? { sentTo: 0, problem: null, lagSeconds: 0 };
}

export function createAuditStreamRepo(sql: Sql) {
  return {
    readState: () => readStreamState(sql),

    async list(after: number, to: number, limit: number): Promise<readonly StreamedEvent[]> {
      return sql<StreamedEvent[]>`
        select id::float8, (extract(epoch from at) * 1000000)::bigint::text as microseconds, kind, account_id,
          actor_id, address, request_id, browser, system, details
        from audit_events
        where id > ${after}::float8::bigint and id <= ${to}::float8::bigint order by id limit ${limit}`;
    },

    /** Returns false if another process has moved the position, which happens after the end of a lease. */
    async advance(from: number, to: number): Promise<boolean> {
      return sql`
        insert into audit_stream (sent_to) values (${to}::float8::bigint)
        on conflict (id) do update set sent_to = excluded.sent_to, sent_at = now(), problem = null
          where audit_stream.sent_to = ${from}::float8::bigint`.hasRows();
    },

    async noteProblem(problem: string): Promise<void> {
      await sql`
        insert into audit_stream (sent_to, problem) values (0, ${problem})
        on conflict (id) do update set problem = excluded.problem`;
    },
  };
}
