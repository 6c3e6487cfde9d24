import type { AccountServices } from '#account/services.ts';
import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { registerAgreementRoutes } from './agreement.routes.ts';
import { createAgreementService } from './agreement.service.ts';

export function createAgreementModule(deps: Platform & AccountServices): Module {
  const agreements = createAgreementService(deps);
  return { routes: (route) => registerAgreementRoutes(route, agreements) };
}
