import { useSend } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';

export type Approval = Answer<'GET /vid/api/admin/approvals'>[number];
export type ApprovalKind = Approval['kind'];

export function useAskApproval() {
  return useSend('POST /vid/api/admin/approvals', {}, 'admin/approvals', 'admin/accounts', 'admin/exports');
}
