import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import { registerPasswordResetRoutes } from './password-reset.routes.ts';
import { createPasswordResetService } from './password-reset.service.ts';

export function createPasswordResetModule(deps: SignIn): Module {
  const { cookies } = deps;
  const passwordReset = createPasswordResetService(deps);
  return { routes: (route) => registerPasswordResetRoutes(route, { passwordReset, cookies }) };
}
