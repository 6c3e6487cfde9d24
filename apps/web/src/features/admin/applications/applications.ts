import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { loadProfile } from '#session/session.ts';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';

type Query = NonNullable<BodyOf<Endpoints['POST /vid/api/admin/applications/search']>>;
type NewApplication = BodyOf<Endpoints['POST /vid/api/admin/applications']>;
type Change = BodyOf<Endpoints['PATCH /vid/api/admin/applications/:appId']>;
export type ApplicationItem = Answer<'POST /vid/api/admin/applications/search'>['items'][number];
export type ApplicationDetail = Answer<'GET /vid/api/admin/applications/:appId'>;

export const pathOf = (appId: string) => pathTo(areaPaths.adminApplication, { appId });

export function useApplications(query: Query) {
  return useQuery({
    queryKey: ['admin-applications', query],
    queryFn: ({ signal }) =>
      api.post('/vid/api/admin/applications/search', { body: query, signal, isRepeatable: true }),
    placeholderData: keepPreviousData,
  });
}

export function useApplication(appId: string) {
  return useQuery({
    queryKey: ['admin-applications', appId],
    queryFn: ({ signal }) =>
      api.get('/vid/api/admin/applications/:appId', { params: { appId }, signal, isRepeatable: true }),
  });
}

export function useRegister() {
  const refresh = useRefreshManaged();
  return useChange((body: NewApplication) => api.post('/vid/api/admin/applications', { body }), refresh);
}

export function useChangeApplication(appId: string) {
  return useChange((body: Change) =>
    api.patch('/vid/api/admin/applications/:appId', { params: { appId }, body }),
  );
}

/** Sets the logo; removes it if there is no file. */
export function useSetLogo(appId: string) {
  const params = { appId };
  return useChange((file: File | null) =>
    file
      ? api.put('/vid/api/admin/applications/:appId/logo', { params, file })
      : api.delete('/vid/api/admin/applications/:appId/logo', { params }),
  );
}

export type LockAction = 'lock' | 'unlock';

export function useLockApplication(appId: string) {
  return useChange(({ action, reason }: { action: LockAction; reason: string }) =>
    api.post(`/vid/api/admin/applications/:appId/${action}`, { params: { appId }, body: { reason } }),
  );
}

export function useHandOver(appId: string) {
  const refresh = useRefreshManaged();
  return useChange(
    (body: { phone: string; reason: string }) =>
      api.post('/vid/api/admin/applications/:appId/hand-over', { params: { appId }, body }),
    refresh,
  );
}

/**
 * Reloads the applications that the administrator's own account manages: the menu, which comes with `me`, and the list
 * at /apps.
 */
function useRefreshManaged() {
  const queryClient = useQueryClient();
  return () => {
    void loadProfile();
    void queryClient.invalidateQueries({ queryKey: ['apps'] });
  };
}

function useChange<Input, Output>(send: (input: Input) => Promise<Output>, onDone?: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: () => {
      onDone?.();
      return queryClient.invalidateQueries({ queryKey: ['admin-applications'] });
    },
  });
}
