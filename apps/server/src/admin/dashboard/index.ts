import type { FailureRateService } from '#account/credentials/failure-rate.ts';
import type { SharedModule } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { countActivity } from './activity-count.ts';
import { createActivityRepo } from './activity.repo.ts';
import { createDashboardRepo } from './dashboard.repo.ts';
import { createDashboardService } from './dashboard.service.ts';

type Deps = Platform & { readonly failureRate: Pick<FailureRateService, 'useHistory'> };

export function createDashboardModule({ sql, reads, config, failureRate }: Deps) {
  const activityRepo = createActivityRepo(sql);
  const dashboard = createDashboardService({ config, repo: createDashboardRepo(reads) });
  const count = () => countActivity(activityRepo);
  failureRate.useHistory(() => activityRepo.findUsualFailuresOfHour());
  return {
    countActivity: count,
    handlers: {
      'GET /vid/api/admin/dashboard': ({ query }) => dashboard.get(query.period ?? 'week'),
    },
    schedules: [{ name: 'count-activity', everyMinutes: 1, run: count }],
  } satisfies SharedModule;
}
