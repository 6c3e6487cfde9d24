import type { BodyOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { api } from '#shared/api/api.ts';
import { useChange, useRead } from '#shared/api/queries.ts';
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

export const useClients = (appId: string) =>
  useRead('GET /vid/api/apps/:appId/clients', { params: { appId } });

export const useClient = (appId: string, clientId: string) =>
  useRead('GET /vid/api/apps/:appId/clients/:clientId', { params: { appId, clientId } });

export function useClientActions(appId: string, clientId: string) {
  const params = { appId, clientId };
  const clients = `apps/${appId}/clients`;
  return {
    change: useChange(
      (body: ClientChange) => api.patch('/vid/api/apps/:appId/clients/:clientId', { params, body }),
      clients,
    ),
    setStatus: useChange(
      (status: Client['status']) =>
        api.post('/vid/api/apps/:appId/clients/:clientId/status', { params, body: { status } }),
      clients,
    ),
    rotate: useChange(
      () =>
        api.post('/vid/api/apps/:appId/clients/:clientId/secret', { params, body: { endsFormer: false } }),
      clients,
    ),
    endFormer: useChange(
      () => api.post('/vid/api/apps/:appId/clients/:clientId/end-former-secrets', { params }),
      clients,
    ),
    remove: useChange(() => api.delete('/vid/api/apps/:appId/clients/:clientId', { params }), clients),
  };
}
