import type { AccountServices } from '#account/services.ts';
import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import type { Access } from '#sign-in/session/access.ts';
import { createPhoneChangeRepo } from './phone-change.repo.ts';
import { registerPhoneChangeRoutes } from './phone-change.routes.ts';
import { createPhoneChangeService, type PhoneChangeService } from './phone-change.service.ts';

export function createPhoneChangeModule(
  deps: Platform & AccountServices & Access,
): Module & { readonly phoneChanges: PhoneChangeService } {
  const { sessions, preSessions, cookies } = deps;
  const phoneChanges = createPhoneChangeService({ ...deps, repo: createPhoneChangeRepo(deps.sql) });
  return {
    phoneChanges,
    routes: (route) => registerPhoneChangeRoutes(route, { phoneChanges, sessions, preSessions, cookies }),
  };
}
