import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LegalDocument, LegalSources } from '@vid/contract/legal/legal-text';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';

export type CurrentVersion = Answer<'GET /vid/api/admin/legal'>['terms'];
export type PublishedVersion = Answer<'GET /vid/api/admin/legal/:document/history'>['items'][number];

export function useCurrentLegal() {
  return useQuery({
    queryKey: ['admin-legal'],
    queryFn: ({ signal }) => api.get('/vid/api/admin/legal', { signal, isRepeatable: true }),
  });
}

export function useLegalHistory(document: LegalDocument) {
  return useInfiniteQuery({
    queryKey: ['admin-legal', 'history', document],
    initialPageParam: '',
    queryFn: ({ signal, pageParam }) =>
      api.get('/vid/api/admin/legal/:document/history', {
        params: { document },
        query: pageParam === '' ? {} : { after: pageParam },
        signal,
        isRepeatable: true,
      }),
    getNextPageParam: ({ next }) => next,
  });
}

export type Publication = {
  readonly replaces: number;
  readonly texts: LegalSources;
  readonly requiresAgreement: boolean;
};

/** Publishes a version. Fails with PARAMS_CHANGED if `replaces` is not the current version. */
export function usePublish(document: LegalDocument) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Publication) =>
      api.post('/vid/api/admin/legal/:document', { params: { document }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin-legal'] }),
  });
}
