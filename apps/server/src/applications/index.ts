import type { AccountServices } from '#account/services.ts';
import type { ClientDoctorService } from '#diagnosis/attempts/client-doctor.service.ts';
import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import type { WebhookLogService } from '#platform/webhooks/webhook-log.service.ts';
import type { WebhooksService } from '#platform/webhooks/webhooks.service.ts';
import { registerClientRoutes } from './clients/clients.routes.ts';
import { createClientsService, type ClientsService } from './clients/clients.service.ts';
import { registerManagementRoutes } from './machine/management.routes.ts';
import { registerScopeRoutes } from './machine/scopes.routes.ts';
import { createManagedApplicationsRepo } from './manage/applications.repo.ts';
import { registerApplicationRoutes } from './manage/applications.routes.ts';
import { createManagedApplicationsService } from './manage/applications.service.ts';
import { createSignInsRepo } from './manage/sign-ins.repo.ts';
import { createManagersRepo } from './managers/managers.repo.ts';
import { registerManagerRoutes } from './managers/managers.routes.ts';
import { createManagersService } from './managers/managers.service.ts';
import { createAddLimit } from './permissions/add-limit.ts';
import { permissionChanges as permissions } from './permissions/permission-changes.repo.ts';
import { createPermissionChangeService } from './permissions/permission-changes.service.ts';
import { createPermissionsRepo } from './permissions/permissions.repo.ts';
import { registerPermissionRoutes } from './permissions/permissions.routes.ts';
import { createPermissionsService, type PermissionsService } from './permissions/permissions.service.ts';
import { createRegistryRepo } from './registry/registry.repo.ts';
import { registerAdminApplicationRoutes } from './registry/registry.routes.ts';
import { createRegistryService } from './registry/registry.service.ts';
import { createRolesRepo } from './roles/roles.repo.ts';
import { registerRoleRoutes } from './roles/roles.routes.ts';
import { createRolesService } from './roles/roles.service.ts';
import type { ApplicationServices } from './services.ts';
import { registerWebhookRoutes } from './webhooks/webhooks.routes.ts';

type Deps = Platform & AccountServices & ApplicationServices;

/** The services of an application, for the pages, for programs and for commands. */
export function createManagementServices(deps: Deps) {
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

type ModuleDeps = Deps & {
  readonly clientDoctor: ClientDoctorService;
  readonly webhooks: WebhooksService;
  readonly webhookLog: WebhookLogService;
};

/** Applications with their clients, roles, permissions, managers and webhooks. */
export function createApplicationsModule(
  deps: ModuleDeps,
): Module & { readonly clients: ClientsService; readonly permissionList: PermissionsService } {
  const { clientDoctor } = deps;
  const services = createManagementServices(deps);
  const { clients, permissionList } = services;
  return {
    clients,
    permissionList,
    routes(route) {
      registerApplicationRoutes(route, services);
      registerClientRoutes(route, services);
      registerPermissionRoutes(route, services);
      registerRoleRoutes(route, services);
      registerManagerRoutes(route, services);
      registerWebhookRoutes(route, '/vid/api/apps/:appId', deps);
      registerAdminApplicationRoutes(route, services);
      registerWebhookRoutes(route, '/vid/api/admin', deps);
      registerScopeRoutes(route, deps);
      registerManagementRoutes(route, { ...services, clientDoctor });
      registerWebhookRoutes(route, '/vid/api/manage/applications/:appId', deps);
    },
  };
}
