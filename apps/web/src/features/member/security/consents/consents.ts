import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { commonEvents } from '#state/common.ts';
import { useReload } from '#features/member/security/history/history.ts';

export type Consent = Answer<'GET /vid/api/sso/consents'>[number];

const name = 'consents';

export function useConsents() {
  return useQuery({
    queryKey: [name],
    queryFn: ({ signal }) => api.get('/vid/api/sso/consents', { signal, isRepeatable: true }),
  });
}

export function useWithdrawConsent() {
  const queryClient = useQueryClient();
  const reload = useReload([name]);
  return useMutation({
    mutationFn: (appCode: string) => api.post('/vid/api/sso/consents/withdraw', { body: { appCode } }),
    onSuccess: async (_done, appCode) => {
      queryClient.setQueryData<Consent[]>([name], (consents) =>
        consents?.filter(({ application }) => application.code !== appCode),
      );
      commonEvents.succeeded('account.security.consent.withdrawn');
      await reload();
    },
  });
}
