import { createClientsService } from '#applications/clients/clients.service.ts';
import { createClientDoctorService } from '#diagnosis/attempts/client-doctor.service.ts';
import { createManagedApplicationsRepo } from '#applications/manage/applications.repo.ts';
import { createManagedApplicationsService } from '#applications/manage/applications.service.ts';
import { createManagersRepo } from '#applications/managers/managers.repo.ts';
import { createManagersService } from '#applications/managers/managers.service.ts';
import { createAddLimit } from '#applications/permissions/add-limit.ts';
import { permissionChanges } from '#applications/permissions/permission-changes.repo.ts';
import { createSignInsRepo } from '#applications/manage/sign-ins.repo.ts';
import { createPermissionChangeService } from '#applications/permissions/permission-changes.service.ts';
import { createPermissionsRepo } from '#applications/permissions/permissions.repo.ts';
import { createPermissionsService } from '#applications/permissions/permissions.service.ts';
import { createRegistryRepo } from '#applications/registry/registry.repo.ts';
import { createRegistryService } from '#applications/registry/registry.service.ts';
import { createRolesRepo } from '#applications/roles/roles.repo.ts';
import { createRolesService } from '#applications/roles/roles.service.ts';
import type { AccountServices } from '#account/services.ts';
import type { ApplicationDeps } from './applications.ts';
import type { Platform } from '#platform/platform.ts';

/** The services behind the pages of managers and behind the association's register of applications. */
export function createManagementDeps(deps: Platform & AccountServices & ApplicationDeps) {
  const { sql, config, applications, applicationRepo } = deps;
  const addLimit = createAddLimit(deps);
  return {
    clients: createClientsService({ repo: applicationRepo, applications }),
    managedApplicationList: createManagedApplicationsService({
      repo: createManagedApplicationsRepo(sql),
      signIns: createSignInsRepo(sql),
    }),
    permissionList: createPermissionsService({ ...deps, repo: createPermissionsRepo(sql) }),
    permissionChanges: createPermissionChangeService({
      ...deps,
      repo: permissionChanges,
      addLimit,
      phoneCountries: config.phoneCountries,
    }),
    managers: createManagersService({
      ...deps,
      repo: createManagersRepo(sql),
      permissions: permissionChanges,
      addLimit,
    }),
    clientDoctor: createClientDoctorService({ ...deps, repo: applicationRepo }),
    registry: createRegistryService({ ...deps, repo: createRegistryRepo(sql) }),
    roles: createRolesService({ ...deps, repo: createRolesRepo(sql), permissions: permissionChanges }),
  };
}
