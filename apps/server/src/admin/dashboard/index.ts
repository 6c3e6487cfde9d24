import type { SharedModule } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { countActivity } from './activity-count.ts';
import { createActivityRepo } from './activity.repo.ts';
import { createDashboardRepo } from './dashboard.repo.ts';
import { createDashboardService } from './dashboard.service.ts';

export function createDashboardModule({ sql, config }: Platform) {
  const activityRepo = createActivityRepo(sql);
  const dashboard = createDashboardService({ config, repo: createDashboardRepo(sql) });
  const count = () => countActivity(activityRepo);
  return {
    countActivity: count,
    handlers: {
      'GET /vid/api/admin/dashboard': ({ query }) => dashboard.get(query.period ?? 'week'),
    },
    schedules: [{ name: 'count-activity', everyMinutes: 1, run: count }],
  } satisfies SharedModule;
}
