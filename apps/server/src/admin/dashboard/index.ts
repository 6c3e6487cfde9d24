import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { countActivity } from './activity-count.ts';
import { createActivityRepo } from './activity.repo.ts';
import { createDashboardRepo } from './dashboard.repo.ts';
import { createDashboardService } from './dashboard.service.ts';

export function createDashboardModule({
  sql,
  config,
}: Platform): Module & { readonly countActivity: () => Promise<void> } {
  const activityRepo = createActivityRepo(sql);
  const dashboard = createDashboardService({ config, repo: createDashboardRepo(sql) });
  const count = () => countActivity(activityRepo);
  return {
    countActivity: count,
    routes(route) {
      route('GET /vid/api/admin/dashboard', ({ query }) => dashboard.get(query.period ?? 'week'));
    },
    schedules: [{ name: 'count-activity', everyMinutes: 1, run: count }],
  };
}
