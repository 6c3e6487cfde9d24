import type { AccountServices } from '#account/services.ts';
import type { ClientDoctorService } from '#diagnosis/attempts/client-doctor.service.ts';
import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import type { WebhookLogService } from '#platform/webhooks/webhook-log.service.ts';
import type { WebhooksService } from '#platform/webhooks/webhooks.service.ts';
import { registerClientRoutes } from './clients/clients.routes.ts';
import type { ClientsService } from './clients/clients.service.ts';
import { createApplicationFeatures } from './application-features.ts';
import { registerMachineRoutes } from './machine/machine.routes.ts';
import { registerScopeRoutes } from './machine/scopes.routes.ts';
import { registerApplicationRoutes } from './manage/applications.routes.ts';
import { registerManagerRoutes } from './managers/managers.routes.ts';
import { registerPermissionRoutes } from './permissions/permissions.routes.ts';
import type { PermissionsService } from './permissions/permissions.service.ts';
import { registerAdminApplicationRoutes } from './registry/registry.routes.ts';
import { registerRoleRoutes } from './roles/roles.routes.ts';
import type { ApplicationServices } from './services.ts';
import { registerWebhookRoutes } from './webhooks/webhooks.routes.ts';

type Deps = Platform &
  AccountServices &
  ApplicationServices & {
    readonly clientDoctor: ClientDoctorService;
    readonly webhooks: WebhooksService;
    readonly webhookLog: WebhookLogService;
  };

/** Creates the services of applications with their clients, roles, permissions, managers and webhooks. */
export function createApplicationsModule(
  deps: Deps,
): Module & { readonly clients: ClientsService; readonly permissionList: PermissionsService } {
  const { clientDoctor } = deps;
  const services = createApplicationFeatures(deps);
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
      registerMachineRoutes(route, { ...services, clientDoctor });
      registerWebhookRoutes(route, '/vid/api/manage/applications/:appId', deps);
    },
  };
}
