import type { AuditCheck } from '#platform/audit/chain/audit-check.ts';
import type { Module } from '#platform/module.ts';
import { createAuditLogService, type AuditLogDeps } from './audit-log.service.ts';
import { createReferenceService, type ReferenceDeps } from './references.service.ts';

type Deps = AuditLogDeps & ReferenceDeps & { readonly auditCheck: AuditCheck };

export function createAuditLogModule(deps: Deps): Module {
  const auditLog = createAuditLogService(deps);
  const references = createReferenceService({ ...deps, auditLog });
  return {
    handlers: {
      'POST /vid/api/admin/audit/search': ({ body, by }) => auditLog.search(body, by),
      'POST /vid/api/admin/audit/export': ({ body, by }) => auditLog.export(body, by),
      'GET /vid/api/admin/audit/state': () => auditLog.getState(),
      'GET /vid/api/admin/audit/events/:eventId': ({ params, by }) => auditLog.get(params.eventId, by),
      'GET /vid/api/admin/references/:reference': ({ params, by }) => references.find(params.reference, by),
      'GET /vid/api/admin/accounts/:accountId/events': ({ params, by }) =>
        auditLog.listAbout(params.accountId, by),
    },
  };
}
