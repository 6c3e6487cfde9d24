import type { Sql } from '#database/connection.ts';

/** Queries of the sign-ins to applications. */
export function createSignInsRepo(sql: Sql) {
  return {
    /**
     * The sign-ins of the last `days` days in Vietnam, today included, oldest first. Codes are counted when their rows
     * are deleted, within minutes of their exchange; those that are not are added.
     */
    async list(appId: string, days: number) {
      return sql<{ day: string; count: number }[]>`
        with today as (select (now() at time zone 'Asia/Ho_Chi_Minh')::date as day
        ), counted as (
          select day, count from application_sign_ins where application_id = ${appId}
          union all
          select (x.consumed_at at time zone 'Asia/Ho_Chi_Minh')::date, 1 from clients c join (
            select client_id, consumed_at from oidc_authorization_codes where consumed_at is not null
            union all select client_id, consumed_at from oidc_device_codes where consumed_at is not null
          ) x on x.client_id = c.id
          where c.application_id = ${appId}
        )
        select to_char(d, 'YYYY-MM-DD') as day, coalesce(sum(c.count), 0)::int as count
        from today, generate_series(today.day - ${days - 1}::int, today.day, interval '1 day') d
        left join counted c on c.day = d::date
        group by d order by d`;
    },
  };
}

export type SignInsRepo = ReturnType<typeof createSignInsRepo>;
