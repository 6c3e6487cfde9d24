import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LegalDocument, LegalSources } from '@vid/contract/legal/legal-text';
import { useAccountKey } from '#session/account-query.ts';
import { withReauthentication } from '#session/reauthenticate.ts';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';

export type CurrentVersion = Answer<'GET /vid/api/admin/legal'>['terms'];
export type PublishedVersion = Answer<'GET /vid/api/admin/legal/:document/history'>['items'][number];

export function useCurrentLegal() {
  const queryKey = useAccountKey('admin-legal');
  return useQuery({
    queryKey,
    enabled: queryKey[1] !== null,
    queryFn: ({ signal }) => api.get('/vid/api/admin/legal', { signal, isRepeatable: true }),
  });
}

export function useLegalHistory(document: LegalDocument) {
  const queryKey = useAccountKey('admin-legal');
  return useInfiniteQuery({
    queryKey: [...queryKey, 'history', document],
    enabled: queryKey[1] !== null,
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

/** Publishes a version. Fails with PARAMS_CHANGED if another one than `replaces` is the current one. */
export function usePublish(document: LegalDocument) {
  const queryClient = useQueryClient();
  const queryKey = useAccountKey('admin-legal');
  return useMutation({
    mutationFn: (body: Publication) =>
      withReauthentication(() => api.post('/vid/api/admin/legal/:document', { params: { document }, body })),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
