import type { ApplicationServices } from '#applications/services.ts';
import type { ConsentService } from '#consent/consent.service.ts';
import type { AttemptLog } from '#diagnosis/attempts/attempt-log.ts';
import type { RefusalLog } from '#diagnosis/refusal-log.ts';
import type { OidcServices } from '#oidc/services.ts';
import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { createAuthCodeService } from './auth-code.service.ts';
import { createCodeRequestRepo } from './code-request.repo.ts';
import { registerCommunityRoutes } from './community.routes.ts';
import { createSsoRedirectRepo } from './sso-redirect.repo.ts';
import { createSsoRedirectService } from './sso-redirect.service.ts';

type Deps = Platform &
  ApplicationServices &
  OidcServices & {
    readonly consents: ConsentService;
    readonly attempts: AttemptLog;
    readonly refusalLog: RefusalLog;
  };

export function createCommunityModule(deps: Deps): Module {
  const { refuse } = deps.refusalLog;
  const services = {
    ssoRedirects: createSsoRedirectService({
      ...deps,
      transactions: createSsoRedirectRepo(deps.sql),
      refuse,
    }),
    authCodes: createAuthCodeService({
      ...deps,
      getProvider: deps.oidcProvider.get,
      requests: createCodeRequestRepo(deps.lookups),
      refuse,
    }),
    preSessions: deps.preSessions,
  };
  return { routes: (route) => registerCommunityRoutes(route, services) };
}
