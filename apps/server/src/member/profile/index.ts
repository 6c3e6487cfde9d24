import type { ListCodes } from '#account/account.repo.ts';
import type { AccountServices } from '#account/services.ts';
import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import type { Access } from '#sign-in/session/access.ts';
import type { EmailService } from '../email/email.service.ts';
import { registerProfileRoutes } from './profile.routes.ts';
import { createProfileService } from './profile.service.ts';

type Deps = Platform &
  AccountServices &
  Access & {
    readonly emails: EmailService;
    readonly listProvinces: ListCodes;
    readonly listObjects: ListCodes;
  };

export function createProfileModule(deps: Deps): Module {
  const profile = createProfileService(deps);
  return { routes: (route) => registerProfileRoutes(route, profile, deps.sessions) };
}
