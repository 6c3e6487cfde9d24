import { createClientsService } from './clients/clients.service.ts';
import { createManagedApplicationsService } from './manage/applications.service.ts';
import { createManagersService } from './managers/managers.service.ts';
import { createPermissionBulk } from './permissions/bulk/permission-bulk.ts';
import { createPermissionChangeService } from './permissions/permission-changes.service.ts';
import { createPermissionsService } from './permissions/permissions.service.ts';
import { createRegistryService } from './registry/registry.service.ts';
import { createRolesService } from './roles/roles.service.ts';
import type { ApplicationServices } from './services.ts';

export type ApplicationFeatures = ReturnType<typeof createApplicationFeatures>;

export function createApplicationFeatures(deps: ApplicationServices) {
  const permissionChanges = createPermissionChangeService(deps);
  return {
    clients: createClientsService(deps),
    managedApplicationList: createManagedApplicationsService(deps),
    permissionList: createPermissionsService(deps),
    permissionChanges,
    permissionBulk: createPermissionBulk({ ...deps, permissionChanges }),
    managers: createManagersService(deps),
    roles: createRolesService({ ...deps, permissionChanges }),
    registry: createRegistryService(deps),
  };
}
