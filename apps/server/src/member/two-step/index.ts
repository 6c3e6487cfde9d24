import type { AccountServices } from '#account/services.ts';
import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import type { Access } from '#sign-in/session/access.ts';
import { registerTwoStepRoutes } from './two-step.routes.ts';
import { createTwoStepService } from './two-step.service.ts';

export function createTwoStepModule(deps: Platform & AccountServices & Access): Module {
  const twoStep = createTwoStepService(deps);
  return { routes: (route) => registerTwoStepRoutes(route, twoStep) };
}
