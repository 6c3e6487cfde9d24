import type { Route } from '#http/routes.ts';
import { byAdmin } from '#account/actor.ts';
import type { ApprovalService } from './approvals.service.ts';

export function registerApprovalRoutes(route: Route, approvals: ApprovalService): void {
  route('GET /vid/api/admin/approvals', ({ session }) => approvals.list(session.account.id));

  route('POST /vid/api/admin/approvals', async ({ body, session, caller }) => {
    await approvals.request(body, byAdmin(session, caller));
    return true as const;
  });

  route('POST /vid/api/admin/approvals/:approvalId/confirm', async ({ params, session, caller }) => {
    await approvals.confirm(params.approvalId, byAdmin(session, caller));
    return true as const;
  });

  route('POST /vid/api/admin/approvals/:approvalId/refuse', async ({ params, session, caller }) => {
    await approvals.refuse(params.approvalId, byAdmin(session, caller));
    return true as const;
  });
}
