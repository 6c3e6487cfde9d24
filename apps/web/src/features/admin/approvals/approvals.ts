import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { useRefreshAccounts } from '#features/admin/accounts/accounts.ts';

export type Approval = Answer<'GET /vid/api/admin/approvals'>[number];
export type ApprovalKind = Approval['kind'];
export type Decision = 'confirm' | 'refuse';

export function useApprovals() {
  return useQuery({
    queryKey: ['admin-approvals'],
    queryFn: ({ signal }) => api.get('/vid/api/admin/approvals', { signal, isRepeatable: true }),
  });
}

/** Requests a change that a second administrator must confirm. */
export function useAskApproval() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: BodyOf<Endpoints['POST /vid/api/admin/approvals']>) =>
      api.post('/vid/api/admin/approvals', { body }),
    onSuccess: refresh,
  });
}

export function useDecide() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ approvalId, decision }: { approvalId: string; decision: Decision }) =>
      api.post(`/vid/api/admin/approvals/:approvalId/${decision}`, { params: { approvalId } }),
    onSettled: refresh,
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  const refreshAccounts = useRefreshAccounts();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ['admin-approvals'] });
    await refreshAccounts();
  };
}
