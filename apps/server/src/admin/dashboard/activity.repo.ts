import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import { inSessionMethods } from './activity.policy.ts';

const kinds = [
  'account.created',
  'session.started',
  'sign-in.failed',
  'otp.sent',
  'otp.verified',
  'otp.refused',
] as const;

/**
 * Selects the name under which an event is counted; null if it is not counted. Sign-ins of erased accounts
 * have lost their method, and count as `other`.
 */
const nameOf = (sql: Queryable): Fragment => sql`
  case kind
    when 'account.created' then 'sign-up'
    when 'session.started' then case details ->> 'method'
      when 'sign-up' then null else 'sign-in:' || coalesce(details ->> 'method', 'other') end
    when 'sign-in.failed' then case
      when details ->> 'method' = any(${[...inSessionMethods]}::text[]) then null else 'failure' end
    when 'otp.sent' then 'code-sent'
    when 'otp.verified' then 'code-verified'
    when 'otp.refused' then 'code-refused:' || coalesce(details ->> 'reason', 'other') end`;

export function createActivityRepo(sql: Sql) {
  return {
    /**
     * Returns the next hours to count: up to `stepHours` from the last counted hour, or from an earlier hour
     * whose events may still be committed. `isLast` is true if no hours follow.
     */
    async findSpan(stepHours: number, lateMinutes: number) {
      const [span] = await sql<{ first: Date; end: Date; isLast: boolean }[]>`
        with start as (
          select date_trunc('hour', least(
            now() - make_interval(mins => ${lateMinutes}),
            coalesce((select max(hour) from activity_hours where name = 'events'), (select min(at) from audit_events))
          ), 'UTC') as hour
        )
        select hour as first, hour + make_interval(hours => ${stepHours}) as end,
          hour + make_interval(hours => ${stepHours}) > now() as is_last
        from start`;
      if (!span) throw new Error('expected one row with the hours to count');
      return span;
    },

    /**
     * Replaces the counts of the hours from `first` up to `end`. Each hour up to now gets at least a row named
     * `events`.
     */
    count: (first: Date, end: Date): Promise<void> =>
      sql.begin(async (tx) => {
        // Delete names that no longer occur, because an account was erased since the last count.
        await tx`
          delete from activity_hours where hour >= ${first} and hour < ${end} and name not in ('events', 'sessions')`;
        await tx`
          with named as (
            select date_trunc('hour', at, 'UTC') as hour, ${nameOf(tx)} as name from audit_events
            where at >= ${first} and at < ${end} and kind = any(${[...kinds]}::text[])
          ), counted as (
            select hour, name, count(*)::int as count from named where name is not null group by hour, name
          )
          insert into activity_hours as a (hour, name, count)
          select hour, name, count from counted
          union all
          select h, 'events', coalesce((select sum(count) from counted where hour = h), 0)
          from generate_series(${first}::timestamptz, least(${end}::timestamptz - interval '1 hour', now()), interval '1 hour') h
          on conflict (hour, name) do update set count = excluded.count, counted_at = now()`;
      }),

    /**
     * Returns the median number of failed sign-ins per hour over the last 24 hours. Unlike an average, the
     * median ignores a few hours of failures from one network.
     */
    async findUsualFailuresOfHour(): Promise<number> {
      const [row] = await sql<{ failures: number }[]>`
        select percentile_disc(0.5) within group (order by coalesce(count, 0)) as failures
        from generate_series(now() - interval '24 hours', now() - interval '1 hour', interval '1 hour') h
          left join activity_hours on hour = date_trunc('hour', h, 'UTC') and name = 'failure'`;
      return row?.failures ?? 0;
    },

    /** Stores the number of active sessions for the current hour, at most every ten minutes. */
    async countSessions(): Promise<void> {
      await sql`
        insert into activity_hours as a (hour, name, count)
        select date_trunc('hour', now(), 'UTC'), 'sessions',
          (select count(*) from sessions where least(idle_expires_at, expires_at) > now())
        where not exists (
          select from activity_hours
          where hour = date_trunc('hour', now(), 'UTC') and name = 'sessions' and counted_at > now() - interval '10 minutes')
        on conflict (hour, name) do update set count = excluded.count, counted_at = now()`;
    },
  };
}

export type ActivityRepo = ReturnType<typeof createActivityRepo>;
