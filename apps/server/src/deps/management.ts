import { createManagedApplicationsRepo } from '#sso/applications/manage/applications.repo.ts';
import { createManagedApplicationsService } from '#sso/applications/manage/applications.service.ts';
import type { ApplicationDeps } from './applications.ts';
import type { PlatformDeps } from './platform.ts';

/** What the managers of applications do. */
export function createManagementDeps({ sql, managedApplications }: PlatformDeps & ApplicationDeps) {
  return {
    managedApplications,
    managedApplicationList: createManagedApplicationsService({ repo: createManagedApplicationsRepo(sql) }),
  };
}
