import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';

type Query = NonNullable<BodyOf<Endpoints['POST /vid/api/admin/privacy/requests/search']>>;
export type RequestItem = Answer<'POST /vid/api/admin/privacy/requests/search'>['items'][number];
export type RequestDetail = Answer<'GET /vid/api/admin/privacy/requests/:requestId'>;

export const pathOf = (requestId: string): string => pathTo(areaPaths.adminPrivacyRequest, { requestId });

export function usePrivacyRequests(query: Query) {
  return useQuery({
    queryKey: ['admin-privacy', 'list', query],
    queryFn: ({ signal }) =>
      api.post('/vid/api/admin/privacy/requests/search', { body: query, signal, isRepeatable: true }),
    placeholderData: keepPreviousData,
  });
}

export function usePrivacyRequest(requestId: string) {
  return useQuery({
    queryKey: ['admin-privacy', requestId],
    queryFn: ({ signal }) =>
      api.get('/vid/api/admin/privacy/requests/:requestId', {
        params: { requestId },
        signal,
        isRepeatable: true,
      }),
  });
}

export type Act =
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'extend'; readonly days: number; readonly text: string }
  | { readonly kind: 'done' | 'declined'; readonly text: string };

/** Replies to a request, extends or closes it. The member reads the text. */
export function useActOnRequest(requestId: string) {
  const queryClient = useQueryClient();
  const params = { requestId };
  return useMutation({
    mutationFn: (act: Act) => {
      const { kind, text } = act;
      if (kind === 'answer')
        return api.post('/vid/api/admin/privacy/requests/:requestId/answer', { params, body: { text } });
      if (kind === 'extend')
        return api.post('/vid/api/admin/privacy/requests/:requestId/extend', {
          params,
          body: { days: act.days, reason: text },
        });
      return api.post('/vid/api/admin/privacy/requests/:requestId/close', {
        params,
        body: { outcome: kind, text },
      });
    },
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: ['admin-privacy'] });
      await queryClient.invalidateQueries({ queryKey: ['admin-attention'] });
    },
  });
}
