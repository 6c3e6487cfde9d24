import { useQuery } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';

export type ManagedApplication = Answer<'GET /vid/api/apps'>[number];

export function useApplications() {
  return useQuery({
    queryKey: ['apps'],
    queryFn: ({ signal }) => api.get('/vid/api/apps', { signal, isRepeatable: true }),
  });
}

export function useSignIns(appId: string) {
  return useQuery({
    queryKey: ['app-sign-ins', appId],
    queryFn: ({ signal }) =>
      api.get('/vid/api/apps/:appId/sign-ins', { params: { appId }, signal, isRepeatable: true }),
  });
}

export function useApplication(appId: string) {
  return useQuery({
    queryKey: ['apps', appId],
    queryFn: ({ signal }) =>
      api.get('/vid/api/apps/:appId', { params: { appId }, signal, isRepeatable: true }),
  });
}
