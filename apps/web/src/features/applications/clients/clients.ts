import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { applicationScopes, type ManagementScope } from '@vid/contract/management-scopes';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';

export type Client = Answer<'GET /vid/api/apps/:appId/clients'>[number];
export type ClientDetail = Answer<'GET /vid/api/apps/:appId/clients/:clientId'>;
export type Registered = Answer<'POST /vid/api/apps/:appId/clients'>;
export type NewClient = BodyOf<Endpoints['POST /vid/api/apps/:appId/clients']>;
export type ClientChange = BodyOf<Endpoints['PATCH /vid/api/apps/:appId/clients/:clientId']>;

type ClientPath = (typeof areaPaths)['appClient' | 'appClientDoctor' | 'appClientStart'];

export const clientsPath = (appId: string) => pathTo(areaPaths.appClients, { appId });
export const clientPath = (appId: string, clientId: string, path: ClientPath = areaPaths.appClient) =>
  pathTo(path, { appId, clientId });

export function useClients(appId: string) {
  return useQuery({
    queryKey: ['app-clients', appId],
    queryFn: ({ signal }) =>
      api.get('/vid/api/apps/:appId/clients', { params: { appId }, signal, isRepeatable: true }),
  });
}

export function useClient(appId: string, clientId: string) {
  return useQuery({
    queryKey: ['app-clients', appId, clientId],
    queryFn: ({ signal }) =>
      api.get('/vid/api/apps/:appId/clients/:clientId', {
        params: { appId, clientId },
        signal,
        isRepeatable: true,
      }),
  });
}

export function useAddClient(appId: string) {
  return useChange((body: NewClient) =>
    api.post('/vid/api/apps/:appId/clients', { params: { appId }, body }),
  );
}

export function useClientActions(appId: string, clientId: string) {
  const params = { appId, clientId };
  return {
    change: useChange((body: ClientChange) =>
      api.patch('/vid/api/apps/:appId/clients/:clientId', { params, body }),
    ),
    setStatus: useChange((status: Client['status']) =>
      api.post('/vid/api/apps/:appId/clients/:clientId/status', { params, body: { status } }),
    ),
    rotate: useChange((endsFormer: boolean) =>
      api.post('/vid/api/apps/:appId/clients/:clientId/secret', { params, body: { endsFormer } }),
    ),
    endFormer: useChange(() =>
      api.post('/vid/api/apps/:appId/clients/:clientId/end-former-secrets', { params }),
    ),
    remove: useChange(() => api.delete('/vid/api/apps/:appId/clients/:clientId', { params })),
  };
}

/** Sets the scopes of the management API: an administrator sets every scope, a manager those of the own application. */
export function useSetManagementScopes(appId: string, clientId: string, isAdmin: boolean) {
  const params = { appId, clientId };
  return useChange((chosen: readonly ManagementScope[]) =>
    isAdmin
      ? api.put('/vid/api/admin/applications/:appId/clients/:clientId/management-scopes', {
          params,
          body: { scopes: [...chosen] },
        })
      : api.put('/vid/api/apps/:appId/clients/:clientId/management-scopes', {
          params,
          body: { scopes: applicationScopes.filter((scope) => chosen.includes(scope)) },
        }),
  );
}

function useChange<Input = void, Output = unknown>(send: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['app-clients'] }),
  });
}
