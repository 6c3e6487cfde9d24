import type { AccountServices } from '#account/services.ts';
import type { AuditCheck } from '#platform/audit/chain/audit-check.ts';
import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { createAuditLogRepo } from './audit-log.repo.ts';
import { createAuditLogService } from './audit-log.service.ts';
import { registerAdminAuditRoutes } from './audit.routes.ts';

type Deps = Platform & AccountServices & { readonly auditCheck: AuditCheck };

export function createAuditLogModule(deps: Deps): Module {
  const auditLog = createAuditLogService({ ...deps, auditLogRepo: createAuditLogRepo(deps.sql) });
  return { routes: (route) => registerAdminAuditRoutes(route, { auditLog }) };
}
