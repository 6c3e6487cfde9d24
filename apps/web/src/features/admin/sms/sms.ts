import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query';
import type { BodyOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';

export type SmsState = Answer<'GET /vid/api/admin/sms'>;
export type BreakerHold = BodyOf<Endpoints['POST /vid/api/admin/sms/breaker']>;

const name = 'admin-sms';
/** Read repeatedly, because the state changes without an administrator too. */
const refetchMs = 30_000;

export function useSms() {
  return useQuery({
    queryKey: [name],
    queryFn: ({ signal }) => api.get('/vid/api/admin/sms', { signal, isRepeatable: true }),
    refetchInterval: refetchMs,
  });
}

/** Holds the breaker open or closed, or releases it. */
export function useChangeBreaker() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: BreakerHold | { readonly state: 'auto'; readonly reason: string }) =>
      change.state === 'auto'
        ? api.post('/vid/api/admin/sms/breaker/release', { body: { reason: change.reason } })
        : api.post('/vid/api/admin/sms/breaker', { body: change }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [name] }),
  });
}
