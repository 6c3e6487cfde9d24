import type { Module } from '#platform/module.ts';
import { registerInformationRoutes, type InformationDeps } from './information.routes.ts';

export function createInformationModule(deps: InformationDeps): Module {
  return { routes: (route) => registerInformationRoutes(route, deps) };
}
