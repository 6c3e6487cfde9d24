import { countActivity } from '#admin/dashboard/activity-count.ts';
import { createActivityRepo } from '#admin/dashboard/activity.repo.ts';
import { createDashboardRepo } from '#admin/dashboard/dashboard.repo.ts';
import { createDashboardService } from '#admin/dashboard/dashboard.service.ts';
import { createSmsDeskService, type ReadBreaker } from '#admin/sms/sms-desk.service.ts';
import type { PlatformDeps } from './platform.ts';

/** What the dashboard of the administration shows. */
export function createDashboardDeps(deps: PlatformDeps & { readonly readBreaker: ReadBreaker }) {
  const { sql, config } = deps;
  const activityRepo = createActivityRepo(sql);
  return {
    countActivity: () => countActivity(activityRepo),
    dashboard: createDashboardService({ config, repo: createDashboardRepo(sql) }),
    smsDesk: createSmsDeskService(deps),
  };
}
