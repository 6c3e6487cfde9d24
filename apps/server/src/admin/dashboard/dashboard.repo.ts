import type { Reads } from '#database/replica/reads.ts';
import type { Buckets } from './activity.policy.ts';

export type CountRow = {
  readonly isBefore: boolean;
  /** Start of the bucket; null for the total of the previous period. */
  readonly bucket: Date | null;
  readonly name: string;
  readonly count: number;
};

export function createDashboardRepo(reads: Reads) {
  return {
    /**
     * Counts a period up to now by bucket, and the previous period up to the same moment. Counts a fraction of
     * the previous period's last hour, because the current hour is not complete either.
     */
    async listCounts({ unit, buckets }: Buckets): Promise<readonly CountRow[]> {
      return reads(
        (sql) => sql<CountRow[]>`
        with span as (
          select date_trunc(${unit}, now(), 'Asia/Ho_Chi_Minh') - (${buckets}::int - 1) * ${`1 ${unit}`}::interval as start,
            ${buckets}::int * ${`1 ${unit}`}::interval as length, date_trunc('hour', now(), 'UTC') as this_hour,
            extract(epoch from now() - date_trunc('hour', now(), 'UTC')) / 3600 as part
        )
        select hour < start as is_before,
          case when hour >= start then date_trunc(${unit}, hour, 'Asia/Ho_Chi_Minh') end as bucket, name,
          sum(case when hour = this_hour - length then count * part else count end)::float8 as count
        from activity_hours, span
        where (hour >= start or (hour >= start - length and hour <= this_hour - length))
          and name not in ('events', 'sessions')
        group by 1, 2, 3`,
      );
    },

    async listStarts({ unit, buckets }: Buckets): Promise<readonly Date[]> {
      const rows = await reads(
        (sql) => sql<{ start: Date }[]>`
        select date_trunc(${unit}, now(), 'Asia/Ho_Chi_Minh') - n * ${`1 ${unit}`}::interval as start
        from generate_series(${buckets}::int - 1, 0, -1) n`,
      );
      return rows.map(({ start }) => start);
    },

    async getSessions({ unit, buckets }: Buckets) {
      const [row] = await reads(
        (sql) => sql<{ countedAt: Date | null; sessions: number | null; sessionsBefore: number | null }[]>`
        select
          (select counted_at from activity_hours where name = 'events' order by hour desc limit 1) as counted_at,
          (select count from activity_hours where name = 'sessions' order by hour desc limit 1) as sessions,
          (select count from activity_hours where name = 'sessions'
            and hour = date_trunc('hour', now(), 'UTC') - ${buckets}::int * ${`1 ${unit}`}::interval) as sessions_before`,
      );
      if (!row) throw new Error('expected one row with the sessions of the dashboard');
      return row;
    },
  };
}

export type DashboardRepo = ReturnType<typeof createDashboardRepo>;
