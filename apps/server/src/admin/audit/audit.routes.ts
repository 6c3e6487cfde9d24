import type { Route } from '#http/routes.ts';
import type { AuditLogService } from './audit-log.service.ts';

type Deps = { readonly auditLog: AuditLogService };

export function registerAdminAuditRoutes(route: Route, { auditLog }: Deps): void {
  route('POST /vid/api/admin/audit/search', ({ body, session, caller }) =>
    auditLog.search(body, { actorId: session.account.id, caller }),
  );

  route('POST /vid/api/admin/audit/export', ({ body, session, caller }) =>
    auditLog.export(body, { actorId: session.account.id, caller }),
  );

  route('GET /vid/api/admin/audit/state', () => auditLog.getState());

  route('GET /vid/api/admin/audit/events/:eventId', ({ params, session, caller }) =>
    auditLog.get(params.eventId, { actorId: session.account.id, caller }),
  );

  route('GET /vid/api/admin/accounts/:accountId/events', ({ params, session, caller }) =>
    auditLog.listAbout(params.accountId, { actorId: session.account.id, caller }),
  );
}
