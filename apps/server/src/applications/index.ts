import { join } from '#lib/join.ts';
import type { SharedModule } from '#platform/module.ts';
import type { WebhookLogService } from '#platform/webhooks/webhook-log.service.ts';
import type { WebhooksService } from '#platform/webhooks/webhooks.service.ts';
import { createApplicationFeatures } from './application-features.ts';
import { undoTask } from './given-rights/given-permissions.repo.ts';
import { registerScopeRoutes } from './machine/scopes.routes.ts';
import { registerApplicationRoutes, registerManagerRoutes } from './manage/applications.routes.ts';
import { registerAdminApplicationRoutes } from './registry/registry.routes.ts';
import type { ApplicationServices } from './services.ts';
import { registerWebhookRoutes } from './webhooks/webhooks.routes.ts';

type Deps = ApplicationServices & {
  readonly webhooks: WebhooksService;
  readonly webhookLog: WebhookLogService;
};

export function createApplicationsModule(deps: Deps) {
  const services = createApplicationFeatures(deps);
  const { clients, permissionList, permissionBulk } = services;
  const all = join(services, { applications: deps.applications });
  return {
    clients,
    permissionList,
    bulkWorker: permissionBulk.worker,
    schedules: [
      { name: undoTask, everyMinutes: 1, run: () => deps.givenPermissions.run() },
      permissionBulk.worker.schedule,
    ],
    routes(route) {
      registerManagerRoutes(route, services);
      registerApplicationRoutes(route, '/vid/api/apps/:appId', all);
      registerWebhookRoutes(route, '/vid/api/apps/:appId', deps);
      registerAdminApplicationRoutes(route, all);
      registerWebhookRoutes(route, '/vid/api/admin', deps);
      registerScopeRoutes(route, deps);
      registerApplicationRoutes(route, '/vid/api/manage/applications/:appId', all);
      registerWebhookRoutes(route, '/vid/api/manage/applications/:appId', deps);
    },
  } satisfies SharedModule;
}
