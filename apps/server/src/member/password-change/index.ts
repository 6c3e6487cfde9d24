import type { AccountServices } from '#account/services.ts';
import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import type { Access } from '#sign-in/session/access.ts';
import type { SessionPassword } from '#sign-in/session/session-password.ts';
import { registerPasswordChangeRoutes } from './password-change.routes.ts';
import { createPasswordChangeService } from './password-change.service.ts';

type Deps = Platform & AccountServices & Access & { readonly sessionPassword: SessionPassword };

export function createPasswordChangeModule(deps: Deps): Module {
  const { deviceCookie } = deps;
  const passwordChange = createPasswordChangeService(deps);
  return { routes: (route) => registerPasswordChangeRoutes(route, { passwordChange, deviceCookie }) };
}
