import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { BodyOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { saveFile } from '#shared/lib/save-file.ts';
import { useRefresh } from './incidents.ts';

export type Affected = Answer<'POST /vid/api/admin/incidents/:incidentId/accounts/search'>['items'][number];
export type AddReport = Answer<'POST /vid/api/admin/incidents/:incidentId/accounts'>['report'];
type Query = NonNullable<BodyOf<Endpoints['POST /vid/api/admin/incidents/:incidentId/accounts/search']>>;
type Search = Omit<BodyOf<Endpoints['POST /vid/api/admin/incidents/:incidentId/accounts/find']>, 'after'>;
export type Found = { readonly added: number; readonly seen: number };

export function useAffected(incidentId: string, revision: number, query: Query) {
  return useQuery({
    queryKey: ['admin-incidents', incidentId, 'accounts', revision, query],
    queryFn: ({ signal }) =>
      api.post('/vid/api/admin/incidents/:incidentId/accounts/search', {
        params: { incidentId },
        body: query,
        signal,
        isRepeatable: true,
      }),
    placeholderData: keepPreviousData,
  });
}

export function useAddPhones(incidentId: string) {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (phones: string[]) =>
      api.post('/vid/api/admin/incidents/:incidentId/accounts', { params: { incidentId }, body: { phones } }),
    onSettled,
  });
}

/** Adds the accounts that match a criterion, part by part. A repeat adds none twice. */
export function useFindAffected(incidentId: string) {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: async (search: Search): Promise<Found> => {
      let found: Found = { added: 0, seen: 0 };
      for (let after: string | null | undefined; after !== null;) {
        const { added, seen, next } = await api.post('/vid/api/admin/incidents/:incidentId/accounts/find', {
          params: { incidentId },
          body: { ...search, ...(after !== undefined && { after }) },
        });
        found = { added: found.added + added, seen: found.seen + seen };
        after = next;
      }
      return found;
    },
    onSettled,
  });
}

export function useRemoveAffected(incidentId: string) {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (ids: string[]) =>
      api.post('/vid/api/admin/incidents/:incidentId/accounts/remove', {
        params: { incidentId },
        body: { ids },
      }),
    onSettled,
  });
}

/** Reads all parts of the file and saves it. */
export function useExportAffected(incidentId: string) {
  return useMutation({
    mutationFn: async () => {
      const parts: string[] = [];
      for (let after: string | null | undefined; after !== null;) {
        const body = after === undefined ? {} : { after };
        const { csv, next } = await api.post('/vid/api/admin/incidents/:incidentId/accounts/export', {
          params: { incidentId },
          body,
        });
        parts.push(csv);
        after = next;
      }
      saveFile(new Blob(parts, { type: 'text/csv' }), `${incidentId}.csv`);
    },
  });
}
