import { createClientsService } from './clients/clients.service.ts';
import { createManagedApplicationsService } from './manage/applications.service.ts';
import { createManagersService } from './managers/managers.service.ts';
import { createPermissionChangeService } from './permissions/permission-changes.service.ts';
import { createPermissionsService } from './permissions/permissions.service.ts';
import { createRegistryService } from './registry/registry.service.ts';
import { createRolesService } from './roles/roles.service.ts';
import type { ApplicationServices } from './services.ts';

export type ApplicationFeatures = ReturnType<typeof createApplicationFeatures>;

export function createApplicationFeatures(deps: ApplicationServices) {
  return {
    clients: createClientsService(deps),
    managedApplicationList: createManagedApplicationsService(deps),
    permissionList: createPermissionsService(deps),
    permissionChanges: createPermissionChangeService(deps),
    managers: createManagersService(deps),
    roles: createRolesService(deps),
    registry: createRegistryService(deps),
  };
}
