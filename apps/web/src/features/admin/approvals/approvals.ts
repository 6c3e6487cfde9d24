import type { BodyOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { api } from '#shared/api/api.ts';
import { useChange } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';

export type Approval = Answer<'GET /vid/api/admin/approvals'>[number];
export type ApprovalKind = Approval['kind'];

/** Requests a change that a second administrator must confirm. */
export function useAskApproval() {
  return useChange(
    (body: BodyOf<Endpoints['POST /vid/api/admin/approvals']>) =>
      api.post('/vid/api/admin/approvals', { body }),
    'admin/approvals',
    'admin/accounts',
    'admin/exports',
  );
}
