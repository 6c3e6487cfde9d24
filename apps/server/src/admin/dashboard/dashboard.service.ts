import type { Config } from '#config/config.ts';
import { figuresOf, methodsOf, periods, type Counts, type Period } from './activity.policy.ts';
import type { CountRow, DashboardRepo } from './dashboard.repo.ts';

type Deps = { readonly repo: DashboardRepo; readonly config: Pick<Config, 'smsPrice'> };

export function createDashboardService({ repo, config }: Deps) {
  return {
    async get(period: Period) {
      const [rows, starts, sessions] = await Promise.all([
        repo.listCounts(periods[period]),
        repo.listStarts(periods[period]),
        repo.getSessions(periods[period]),
      ]);
      const now = sumOf(rows.filter(({ isBefore }) => !isBefore));
      const before = sumOf(rows.filter(({ isBefore }) => isBefore));
      return {
        period,
        countedAt: sessions.countedAt,
        now: { ...figuresOf(now), sessions: sessions.sessions },
        before: { ...figuresOf(before), sessions: sessions.sessionsBefore },
        buckets: starts.map((start) => ({
          start,
          ...figuresOf(sumOf(rows.filter(({ bucket }) => bucket?.getTime() === start.getTime()))),
        })),
        methods: methodsOf(now),
        smsPrice: config.smsPrice ?? null,
      };
    },
  };
}

function sumOf(rows: readonly CountRow[]): Counts {
  const sums = new Map<string, number>();
  for (const { name, count } of rows) sums.set(name, (sums.get(name) ?? 0) + count);
  return sums;
}
