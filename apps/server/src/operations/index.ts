import type { AccountServices } from '#account/services.ts';
import type { Module } from '#platform/module.ts';
import { registerOutboxRoutes } from '#platform/outbox/outbox.routes.ts';
import type { Platform } from '#platform/platform.ts';
import { registerAppParamsRoutes } from './app-params/app-params.routes.ts';
import { registerBrandImages } from './app-params/brand-images.ts';
import { registerDevRoutes, type FindExampleLinks } from './dev/dev.routes.ts';
import { registerDocsRoutes } from './docs/docs.routes.ts';
import { registerLegalRoutes } from './legal/legal.routes.ts';
import type { OperationsServices } from './services.ts';

type Deps = Platform & AccountServices & OperationsServices & { readonly findExampleLinks: FindExampleLinks };

export function createOperationsModule(deps: Deps): Module {
  return {
    routes(route, app) {
      registerAppParamsRoutes(route, deps);
      registerBrandImages(app, deps);
      registerLegalRoutes(route, deps);
      registerDocsRoutes(app, deps);
      registerDevRoutes(app, deps);
      registerOutboxRoutes(app, deps);
    },
  };
}
