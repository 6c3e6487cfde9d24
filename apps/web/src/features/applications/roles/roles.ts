import type { BodyOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { api } from '#shared/api/api.ts';
import { useChange, useRead } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';

export type AppRole = Answer<'GET /vid/api/apps/:appId/roles'>[number];
export type NewRole = BodyOf<Endpoints['POST /vid/api/apps/:appId/roles']>;
type Access = BodyOf<Endpoints['PUT /vid/api/apps/:appId/access']>['access'];

export const useRoles = (appId: string) => useRead('GET /vid/api/apps/:appId/roles', { params: { appId } });

export function useRoleActions(appId: string) {
  const params = { appId };

  return {
    add: useChange((body: NewRole) => api.post('/vid/api/apps/:appId/roles', { params, body }), 'apps'),
    change: useChange(
      ({ code, ...body }: NewRole) =>
        api.put('/vid/api/apps/:appId/roles/:role', { params: { appId, role: code }, body }),
      'apps',
    ),
    remove: useChange(
      ({ code, moveTo }: { code: string; moveTo: string | undefined }) =>
        api.post('/vid/api/apps/:appId/roles/:role/remove', {
          params: { appId, role: code },
          body: moveTo === undefined ? {} : { moveTo },
        }),
      'apps',
    ),
    setAccess: useChange(
      (access: Access) => api.put('/vid/api/apps/:appId/access', { params, body: { access } }),
      'apps',
    ),
  };
}
