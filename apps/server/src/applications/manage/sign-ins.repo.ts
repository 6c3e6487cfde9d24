import type { Queryable, Sql } from '#database/connection.ts';
import type { SignIns } from './sign-ins.policy.ts';

export function createSignInsRepo(sql: Sql) {
  return {
    /**
     * Returns the sign-ins of the last `days` days in Vietnam, including today, oldest first. Adds exchanged
     * codes that the purge, which counts codes when it deletes them, has not deleted yet.
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

/**
 * Adds sign-ins to the stored counts. Ignores deleted clients. Writes in a fixed order, so that two purges
 * cannot deadlock.
 */
export async function addSignIns(tx: Queryable, signIns: readonly SignIns[]): Promise<void> {
  if (signIns.length === 0) return;
  await tx`
    insert into application_sign_ins as s (application_id, day, count)
    select c.application_id, i.day::date, sum(i.count)
    from unnest(${signIns.map(({ clientId }) => clientId)}::text[], ${signIns.map(({ day }) => day)}::text[],
      ${signIns.map(({ count }) => count)}::int[]) i (client_id, day, count)
    join clients c on c.id = i.client_id
    group by 1, 2 order by 1, 2
    on conflict (application_id, day) do update set count = s.count + excluded.count`;
}
