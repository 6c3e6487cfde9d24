import type { Module } from '#platform/module.ts';
import type { Access } from '#sign-in/session/access.ts';
import { createApprovalActions, type SupportRecovery } from './approval-actions.ts';
import { createApprovalService, type ApprovalService } from './approvals.service.ts';

type Deps = Access & { readonly supportRecovery: SupportRecovery };

export function createApprovalsModule(deps: Deps): Module & { readonly approvals: ApprovalService } {
  const approvals = createApprovalService({ ...deps, actions: createApprovalActions(deps) });
  return {
    approvals,
    handlers: {
      'GET /vid/api/admin/approvals': ({ session }) => approvals.list(session.account.id),
      'POST /vid/api/admin/approvals': ({ body, by }) => approvals.request(body, by),
      'POST /vid/api/admin/approvals/:approvalId/confirm': ({ params, by }) =>
        approvals.confirm(params.approvalId, by),
      'POST /vid/api/admin/approvals/:approvalId/refuse': ({ params, by }) =>
        approvals.refuse(params.approvalId, by),
    },
  };
}
