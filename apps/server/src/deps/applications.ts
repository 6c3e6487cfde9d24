import { createApplicationRepo } from '#sso/applications/application.repo.ts';
import { createApplicationService } from '#sso/applications/application.service.ts';
import { createApplicationGuard } from '#sso/applications/managed-applications.ts';
import { createManagementScopeService } from '#sso/management/management-scopes.service.ts';
import { createSigningKeys } from '#sso/oidc/keys/signing-keys.ts';
import { createRefusalLog } from '#sso/refusal-log.ts';
import type { PlatformDeps } from './platform.ts';

/** The part of `sso` that the operator's commands use too. It does not load oidc-provider. */
export function createApplicationDeps({ sql, lookups, config, keys, counters, audit }: PlatformDeps) {
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
    managementScopes: createManagementScopeService({ sql, repo: applicationRepo, audit }),
    managedApplications: createApplicationGuard(lookups),
    signingKeys: createSigningKeys(sql, keys),
    refusalLog: createRefusalLog(sql, counters),
  };
}

export type ApplicationDeps = ReturnType<typeof createApplicationDeps>;
