import type { AccountServices } from '#account/services.ts';
import type { Platform } from '#platform/platform.ts';
import { createClientsService } from './clients/clients.service.ts';
import { createManagedApplicationsRepo } from './manage/applications.repo.ts';
import { createManagedApplicationsService } from './manage/applications.service.ts';
import { createSignInsRepo } from './manage/sign-ins.repo.ts';
import { createManagersRepo } from './managers/managers.repo.ts';
import { createManagersService } from './managers/managers.service.ts';
import { createAddLimit } from './permissions/add-limit.ts';
import { permissionChanges as permissions } from './permissions/permission-changes.repo.ts';
import { createPermissionChangeService } from './permissions/permission-changes.service.ts';
import { createPermissionsRepo } from './permissions/permissions.repo.ts';
import { createPermissionsService } from './permissions/permissions.service.ts';
import { createRegistryRepo } from './registry/registry.repo.ts';
import { createRegistryService } from './registry/registry.service.ts';
import { createRolesRepo } from './roles/roles.repo.ts';
import { createRolesService } from './roles/roles.service.ts';
import type { ApplicationServices } from './services.ts';

type Deps = Platform & AccountServices & ApplicationServices;

export function createApplicationFeatures(deps: Deps) {
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
      repo: permissions,
      addLimit,
      phoneCountries: config.phoneCountries,
    }),
    managers: createManagersService({ ...deps, repo: createManagersRepo(sql), permissions, addLimit }),
    roles: createRolesService({ ...deps, repo: createRolesRepo(sql), permissions }),
    registry: createRegistryService({ ...deps, repo: createRegistryRepo(sql) }),
  };
}
