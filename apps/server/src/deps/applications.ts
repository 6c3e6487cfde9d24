import { createApplicationRepo } from '#applications/application/application.repo.ts';
import { createApplicationService } from '#applications/application/application.service.ts';
import { belongsToApplication } from '#applications/clients/lookups.ts';
import { createApplicationGuard } from '#applications/application/managed-applications.ts';
import { createAttemptLog } from '#diagnosis/attempts/attempt-log.ts';
import { createAttemptRepo } from '#diagnosis/attempts/attempt.repo.ts';
import { createConsentRepo } from '#consent/consent.repo.ts';
import { createConsentService } from '#consent/consent.service.ts';
import { createManagementScopeService } from '#applications/machine/management-scopes.service.ts';
import { createSigningKeys } from '#oidc/keys/signing-keys.ts';
import { createRefusalLog } from '#diagnosis/refusal-log.ts';
import type { Platform } from '#platform/platform.ts';

/** The part of `sso` that the operator's commands use too. It does not load oidc-provider. */
export function createApplicationDeps(deps: Platform) {
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
      sql,
      audit,
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
