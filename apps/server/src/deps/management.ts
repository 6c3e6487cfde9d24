import { createClientsService } from '#sso/applications/clients/clients.service.ts';
import { createManagedApplicationsRepo } from '#sso/applications/manage/applications.repo.ts';
import { createManagedApplicationsService } from '#sso/applications/manage/applications.service.ts';
import type { ApplicationDeps } from './applications.ts';
import type { PlatformDeps } from './platform.ts';

/** What the managers of applications do. */
export function createManagementDeps(deps: PlatformDeps & ApplicationDeps) {
  const { sql, applications, applicationRepo, managedApplications } = deps;
  return {
    managedApplications,
    clients: createClientsService({ repo: applicationRepo, applications }),
    managedApplicationList: createManagedApplicationsService({ repo: createManagedApplicationsRepo(sql) }),
  };
}
