import type { AccountServices } from '#account/services.ts';
import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { registerAdminLegalRoutes } from './legal.routes.ts';
import { createAdminLegalService } from './legal.service.ts';

type Deps = Platform & AccountServices & { readonly refreshParams: () => void };

export function createAdminLegalModule(deps: Deps): Module {
  const adminLegal = createAdminLegalService(deps);
  return { routes: (route) => registerAdminLegalRoutes(route, { adminLegal }) };
}
