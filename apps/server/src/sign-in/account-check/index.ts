import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import { registerAccountCheckRoutes } from './account-check.routes.ts';
import { createAccountCheckService } from './account-check.service.ts';

export function createAccountCheckModule(deps: SignIn): Module {
  const accountCheck = createAccountCheckService(deps);
  return { routes: (route) => registerAccountCheckRoutes(route, accountCheck) };
}
