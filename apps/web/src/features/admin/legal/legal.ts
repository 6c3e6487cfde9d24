import type { LegalDocument, LegalSources } from '@vid/contract/legal/legal-text';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';
import { useChange, useRead } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';

export type CurrentVersion = Answer<'GET /vid/api/admin/legal'>['terms'];
export type PublishedVersion = Answer<'GET /vid/api/admin/legal/:document/history'>['items'][number];

export function useCurrentLegal() {
  return useRead('GET /vid/api/admin/legal', {});
}

export const currentText = ({ version, publishedAt }: CurrentVersion, t: Translate): string =>
  t('admin.legal.current', { version, time: formatDateTime(publishedAt) });

export function useLegalHistory(document: LegalDocument) {
  return useInfiniteQuery({
    queryKey: ['admin', 'legal', document, 'history'],
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
  return useChange(
    (body: Publication) => api.post('/vid/api/admin/legal/:document', { params: { document }, body }),
    'admin/legal',
  );
}
