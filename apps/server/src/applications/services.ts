import type { AccountServices } from '#account/services.ts';
import { createApplicationRepo } from './application/application.repo.ts';
import { createApplicationService } from './application/application.service.ts';
import { createApplicationGuard } from './application/managed-applications.ts';
import { belongsToApplication, describeAccess } from './clients/lookups.ts';
import { createGivenPermissionsRepo } from './given-rights/given-permissions.repo.ts';
import { createGivenPermissions } from './given-rights/given-permissions.service.ts';
import { createGivenRights } from './given-rights/given-rights.service.ts';
import { createManagementScopeService } from './machine/management-scopes.service.ts';
import { createRolesRepo } from './roles/roles.repo.ts';

export function createApplicationServices(deps: AccountServices) {
  const repo = createApplicationRepo(deps.sql);
  const roles = createRolesRepo(deps.sql);
  const permissions = createGivenPermissionsRepo(deps.sql);
  return {
    applicationRepo: repo,
    applications: createApplicationService(deps),
    belongsToApplication,
    describeAccess,
    withdrawRights: createGivenRights({ ...deps, permissions }),
    givenPermissions: createGivenPermissions({ ...deps, repo: permissions }),
    managementScopes: createManagementScopeService(deps),
    managedApplications: createApplicationGuard(deps.lookups),
    listPermissions: (accountId: string) => repo.listPermissions(accountId),
    listManagedApplications: (accountId: string) => repo.listManaged(accountId),
    nameApplications: async (ids: readonly string[]) =>
      new Map((await repo.listByIds(ids)).map((row) => [row.id, row])),
    listRoleNames: (applicationId: string, codes: readonly string[]) => roles.listNames(applicationId, codes),
  };
}

export type ApplicationServices = AccountServices & ReturnType<typeof createApplicationServices>;
