import type { SocialProofs } from '#account/identities/social-proof.service.ts';
import type { AccountServices } from '#account/services.ts';
import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import type { Access } from '#sign-in/session/access.ts';
import { registerLinkedAccountsRoutes } from './linked-accounts.routes.ts';
import { createLinkedAccountsService } from './linked-accounts.service.ts';

type Deps = Platform & AccountServices & Access & { readonly socialProofs: SocialProofs };

export function createLinkedAccountsModule(deps: Deps): Module {
  const linkedAccounts = createLinkedAccountsService(deps);
  return { routes: (route) => registerLinkedAccountsRoutes(route, linkedAccounts) };
}
