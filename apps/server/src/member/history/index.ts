import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { registerHistoryRoutes } from './history.routes.ts';
import { createHistoryService } from './history.service.ts';

export function createHistoryModule(deps: Platform): Module {
  const history = createHistoryService(deps);
  return { routes: (route) => registerHistoryRoutes(route, history) };
}
