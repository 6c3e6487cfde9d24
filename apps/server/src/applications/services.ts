import type { Platform } from '#platform/platform.ts';
import { createApplicationRepo } from './application/application.repo.ts';
import { createApplicationService } from './application/application.service.ts';
import { createApplicationGuard } from './application/managed-applications.ts';
import { belongsToApplication } from './clients/lookups.ts';
import { createManagementScopeService } from './machine/management-scopes.service.ts';

export function createApplicationServices(deps: Platform) {
  const { sql, lookups, config, keys, audit } = deps;
  const repo = createApplicationRepo(sql);
  return {
    applicationRepo: repo,
    applications: createApplicationService({
      sql,
      repo,
      keys,
      audit,
      allowsLoopback: !config.isProduction,
    }),
    belongsToApplication,
    managementScopes: createManagementScopeService({ sql, repo, audit }),
    managedApplications: createApplicationGuard(lookups),
    listPermissions: (accountId: string) => repo.listPermissions(accountId),
    listManagedApplications: (accountId: string) => repo.listManaged(accountId),
    nameApplications: async (ids: readonly string[]) =>
      new Map((await repo.listByIds(ids)).map((row) => [row.id, row])),
  };
}

export type ApplicationServices = ReturnType<typeof createApplicationServices>;
