import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { registerAdminParamRoutes } from './params.routes.ts';
import { createParamsService, type ParamsInput } from './params.service.ts';

export function createAdminParamsModule(deps: Platform & ParamsInput): Module {
  const adminParams = createParamsService(deps);
  return { routes: (route) => registerAdminParamRoutes(route, { adminParams }) };
}
