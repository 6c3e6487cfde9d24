import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';

type EnterpriseQuery = NonNullable<BodyOf<Endpoints['POST /vid/api/admin/enterprises/search']>>;
type CertificateQuery = NonNullable<BodyOf<Endpoints['POST /vid/api/admin/certificates/search']>>;
export type EnterpriseItem = Answer<'POST /vid/api/admin/enterprises/search'>['items'][number];
export type EnterpriseDetail = Answer<'GET /vid/api/admin/enterprises/:accountId'>;
export type CertificateItem = Answer<'POST /vid/api/admin/certificates/search'>['items'][number];
export type CertificateDetail = Answer<'GET /vid/api/admin/certificates/:accountId'>;

export function useEnterprises(query: EnterpriseQuery) {
  return useQuery({
    queryKey: ['admin-enterprises', 'list', query],
    queryFn: ({ signal }) =>
      api.post('/vid/api/admin/enterprises/search', { body: query, signal, isRepeatable: true }),
    placeholderData: keepPreviousData,
  });
}

export function useEnterprise(accountId: string) {
  return useQuery({
    queryKey: ['admin-enterprises', accountId],
    queryFn: ({ signal }) =>
      api.get('/vid/api/admin/enterprises/:accountId', { params: { accountId }, signal, isRepeatable: true }),
  });
}

export function useCertificates(query: CertificateQuery) {
  return useQuery({
    queryKey: ['admin-certificates', 'list', query],
    queryFn: ({ signal }) =>
      api.post('/vid/api/admin/certificates/search', { body: query, signal, isRepeatable: true }),
    placeholderData: keepPreviousData,
  });
}

export function useCertificate(accountId: string) {
  return useQuery({
    queryKey: ['admin-certificates', accountId],
    queryFn: ({ signal }) =>
      api.get('/vid/api/admin/certificates/:accountId', {
        params: { accountId },
        signal,
        isRepeatable: true,
      }),
  });
}

/** Approves without a reason, refuses with one. */
export type Decide = { readonly reason: string | null };

export function useDecideEnterprise({ id: accountId, revision }: EnterpriseDetail) {
  const refresh = useRefresh('admin-enterprises');
  return useMutation({
    mutationFn: ({ reason }: Decide) =>
      reason === null
        ? api.post('/vid/api/admin/enterprises/:accountId/verify', {
            params: { accountId },
            body: { revision },
          })
        : api.post('/vid/api/admin/enterprises/:accountId/refuse', {
            params: { accountId },
            body: { revision, reason },
          }),
    onSettled: refresh,
  });
}

export function useDecideCertificate({ id: accountId, declaredAt, checkedAt }: CertificateDetail) {
  const refresh = useRefresh('admin-certificates');
  return useMutation({
    mutationFn: ({ reason }: Decide) =>
      reason === null
        ? api.post('/vid/api/admin/certificates/:accountId/confirm', {
            params: { accountId },
            body: { declaredAt, checkedAt },
          })
        : api.post('/vid/api/admin/certificates/:accountId/refuse', {
            params: { accountId },
            body: { declaredAt, checkedAt, reason },
          }),
    onSettled: refresh,
  });
}

/** Reloads the data after every decision, including one that was refused because the data had changed. */
function useRefresh(name: string) {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: [name] });
    await queryClient.invalidateQueries({ queryKey: ['admin-attention'] });
  };
}
