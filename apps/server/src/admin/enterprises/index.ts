import type { AccountServices } from '#account/services.ts';
import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { createEnterprisesRepo } from './enterprises.repo.ts';
import { registerEnterpriseRoutes } from './enterprises.routes.ts';
import { createEnterprisesService, type EnterprisesService } from './enterprises.service.ts';

export function createEnterprisesModule(
  deps: Platform & AccountServices,
): Module & { readonly enterprises: EnterprisesService } {
  const enterprises = createEnterprisesService({ ...deps, repo: createEnterprisesRepo(deps.sql) });
  return { enterprises, routes: (route) => registerEnterpriseRoutes(route, enterprises) };
}
