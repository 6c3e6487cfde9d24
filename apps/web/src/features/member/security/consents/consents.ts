import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { useAuth } from '#state/auth.ts';
import { commonEvents } from '#state/common.ts';

export type Consent = Answer<'GET /vid/api/sso/consents'>[number];

/** Keyed by account, so that one account never sees the cached list of another. */
function useConsentsKey() {
  const account = useAuth((state) => state.user?.id ?? null);
  return ['consents', account] as const;
}

export function useConsents() {
  const queryKey = useConsentsKey();
  return useQuery({
    queryKey,
    // During sign-out the page is briefly mounted without an account.
    enabled: queryKey[1] !== null,
    queryFn: ({ signal }) => api.get('/vid/api/sso/consents', { signal, isRepeatable: true }),
  });
}

export function useWithdrawConsent() {
  const queryClient = useQueryClient();
  const queryKey = useConsentsKey();
  return useMutation({
    mutationFn: (appCode: string) => api.post('/vid/api/sso/consents/withdraw', { body: { appCode } }),
    onSuccess: async (_done, appCode) => {
      queryClient.setQueryData<Consent[]>(queryKey, (consents) =>
        consents?.filter(({ application }) => application.code !== appCode),
      );
      commonEvents.succeeded('account.security.consent.withdrawn');
      await queryClient.invalidateQueries({ queryKey });
    },
  });
}
