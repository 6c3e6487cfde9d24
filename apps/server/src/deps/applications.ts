import { createApplicationRepo } from '#sso/applications/application.repo.ts';
import { createApplicationService } from '#sso/applications/application.service.ts';
import { belongsToApplication } from '#sso/applications/lookups.ts';
import { createApplicationGuard } from '#sso/applications/managed-applications.ts';
import { createAttemptLog } from '#sso/attempts/attempt-log.ts';
import { createAttemptRepo } from '#sso/attempts/attempt.repo.ts';
import { createConsentRepo } from '#sso/consent/consent.repo.ts';
import { createConsentService } from '#sso/consent/consent.service.ts';
import { createManagementScopeService } from '#sso/management/management-scopes.service.ts';
import { createSigningKeys } from '#sso/oidc/keys/signing-keys.ts';
import { createRefusalLog } from '#sso/refusal-log.ts';
import type { PlatformDeps } from './platform.ts';

/** The part of `sso` that the operator's commands use too. It does not load oidc-provider. */
export function createApplicationDeps(deps: PlatformDeps) {
  const { sql, lookups, config, keys, counters, audit, log } = deps;
  const attemptRepo = createAttemptRepo(sql);
  const applicationRepo = createApplicationRepo(sql);
  return {
    applicationRepo,
    applications: createApplicationService({
      sql,
      repo: applicationRepo,
      keys,
      audit,
      allowsLoopback: !config.isProduction,
    }),
    belongsToApplication,
    consents: createConsentService({
      repo: createConsentRepo(sql, lookups),
      applications: applicationRepo,
    }),
    managementScopes: createManagementScopeService({ sql, repo: applicationRepo, audit }),
    managedApplications: createApplicationGuard(lookups),
    signingKeys: createSigningKeys(sql, keys),
    refusalLog: createRefusalLog(sql, counters),
    attemptRepo,
    attempts: createAttemptLog({
      ...deps,
      repo: attemptRepo,
      onFault: (err) => log.warn({ err }, 'steps of sign-ons not recorded'),
    }),
  };
}

export type ApplicationDeps = ReturnType<typeof createApplicationDeps>;
