import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';

export type IncidentItem = Answer<'POST /vid/api/admin/incidents/search'>['items'][number];
export type IncidentDetail = Answer<'GET /vid/api/admin/incidents/:incidentId'>;
export type IncidentText = BodyOf<Endpoints['POST /vid/api/admin/incidents']>;
type Query = NonNullable<BodyOf<Endpoints['POST /vid/api/admin/incidents/search']>>;

const pollMs = { telling: 10_000, clock: 60_000 };

export const pathOf = (incidentId: string): string => pathTo(areaPaths.adminIncident, { incidentId });

/** Whether the server is notifying members, so that the numbers change. */
export const isTelling = ({ noticeRequestedAt, membersNotifiedAt }: IncidentDetail): boolean =>
  noticeRequestedAt !== null && membersNotifiedAt === null;

export function useIncidents(query: Query) {
  return useQuery({
    queryKey: ['admin-incidents', 'list', query],
    queryFn: ({ signal }) =>
      api.post('/vid/api/admin/incidents/search', { body: query, signal, isRepeatable: true }),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs.clock,
  });
}

/** An incident, read repeatedly so that the time left is that of the server. */
export function useIncident(incidentId: string) {
  return useQuery({
    queryKey: ['admin-incidents', incidentId],
    queryFn: ({ signal }) =>
      api.get('/vid/api/admin/incidents/:incidentId', { params: { incidentId }, signal, isRepeatable: true }),
    refetchInterval: ({ state }) => (state.data && isTelling(state.data) ? pollMs.telling : pollMs.clock),
  });
}

export function useDrafts({ id: incidentId, revision }: IncidentDetail) {
  return useQuery({
    queryKey: ['admin-incidents', incidentId, 'drafts', revision],
    queryFn: ({ signal }) =>
      api.get('/vid/api/admin/incidents/:incidentId/drafts', {
        params: { incidentId },
        signal,
        isRepeatable: true,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Reloads all incident data, including after a change that was refused because the incident had changed. */
export function useRefresh() {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ['admin-incidents'] });
    await queryClient.invalidateQueries({ queryKey: ['admin-attention'] });
  };
}

export function useOpenIncident() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (body: IncidentText) => api.post('/vid/api/admin/incidents', { body }),
    onSettled,
  });
}

export type Change =
  | { readonly kind: 'text'; readonly revision: number; readonly text: IncidentText }
  | {
      readonly kind: 'authority';
      readonly revision: number;
      readonly sentAt: string;
      readonly reference: string;
    }
  | {
      readonly kind: 'members';
      readonly revision: number;
      readonly texts: { readonly vi: string; readonly en: string };
    }
  | { readonly kind: 'close'; readonly revision: number; readonly note: string };

/** Changes an incident that still has the shown revision. */
export function useChangeIncident(incidentId: string) {
  const onSettled = useRefresh();
  const params = { incidentId };
  return useMutation({
    mutationFn: (change: Change): Promise<true> => {
      const { kind, revision } = change;
      if (kind === 'text')
        return api.put('/vid/api/admin/incidents/:incidentId', {
          params,
          body: { revision, ...change.text },
        });
      if (kind === 'authority')
        return api.post('/vid/api/admin/incidents/:incidentId/authority-notice', {
          params,
          body: { revision, sentAt: change.sentAt, reference: change.reference },
        });
      if (kind === 'members')
        return api.post('/vid/api/admin/incidents/:incidentId/members-notice', {
          params,
          body: { revision, texts: change.texts },
        });
      return api.post('/vid/api/admin/incidents/:incidentId/close', {
        params,
        body: { revision, note: change.note },
      });
    },
    onSettled,
  });
}
