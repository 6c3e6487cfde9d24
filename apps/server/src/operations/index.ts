import type { FastifyRequest } from 'fastify';
import type { SocialProofs } from '#account/identities/social-proof.service.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Module } from '#platform/module.ts';
import { registerOutboxRoutes } from '#platform/outbox/outbox.routes.ts';
import { registerAppParamsRoutes } from './app-params/app-params.routes.ts';
import { registerBrandImages } from './app-params/brand-images.ts';
import { registerDevRoutes, type FindExampleLinks } from './dev/dev.routes.ts';
import { registerDocsRoutes } from './docs/docs.routes.ts';
import { registerHealthRoutes } from './health/health.routes.ts';
import { registerLegalRoutes } from './legal/legal.routes.ts';
import { registerMetricsRoutes } from './metrics/metrics.routes.ts';
import { tablePurges } from './purge/purge.ts';
import { registerSmsReports } from './sms-reports/sms-reports.routes.ts';
import { registerSdkRoutes } from './sdk/sdk.routes.ts';
import type { OperationsServices } from './services.ts';
import type { BrandIconDeps } from './web-pages/brand-icons.ts';
import { registerWebPages } from './web-pages/web-pages.routes.ts';

type Deps = OperationsServices &
  Pick<BrandIconDeps, 'pictures'> & {
    readonly jobs: Jobs;
    readonly socialProofs: SocialProofs;
    readonly findExampleLinks: FindExampleLinks;
    readonly isAdministrator: (request: FastifyRequest) => Promise<boolean>;
    readonly webFolder: string;
    readonly sdkFolder: string;
  };

export function createOperationsModule(deps: Deps): Module {
  return {
    async routes(route, app) {
      registerHealthRoutes(app, deps);
      registerMetricsRoutes(app, deps);
      registerAppParamsRoutes(route, deps);
      registerBrandImages(app, deps);
      registerLegalRoutes(route, deps);
      registerDocsRoutes(app, deps);
      registerSdkRoutes(app, deps.sdkFolder);
      registerDevRoutes(app, deps);
      registerOutboxRoutes(app, deps);
      registerSmsReports(app, deps);
      await registerWebPages(app, deps, deps.webFolder);
    },
    purges: tablePurges(deps.sql),
  };
}
