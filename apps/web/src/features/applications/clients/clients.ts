import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { useRead, useSend } from '#shared/api/queries.ts';
import type { Answer, Body } from '#shared/api/request-types.ts';

export type Client = Answer<'GET /vid/api/apps/:appId/clients'>[number];
export type ClientDetail = Answer<'GET /vid/api/apps/:appId/clients/:clientId'>;
export type Registered = Answer<'POST /vid/api/apps/:appId/clients'>;
export type NewClient = Body<'POST /vid/api/apps/:appId/clients'>;
export type ClientChange = Body<'PATCH /vid/api/apps/:appId/clients/:clientId'>;

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
    change: useSend('PATCH /vid/api/apps/:appId/clients/:clientId', params, clients),
    setStatus: useSend('POST /vid/api/apps/:appId/clients/:clientId/status', params, clients),
    rotate: useSend('POST /vid/api/apps/:appId/clients/:clientId/secret', params, clients),
    endFormer: useSend('POST /vid/api/apps/:appId/clients/:clientId/end-former-secrets', params, clients),
    remove: useSend('DELETE /vid/api/apps/:appId/clients/:clientId', params, clients),
  };
}
