import { api } from '#shared/api/api.ts';
import { useChange, useRead, useSend } from '#shared/api/queries.ts';
import type { Answer, Body } from '#shared/api/request-types.ts';

export type AppRole = Answer<'GET /vid/api/apps/:appId/roles'>[number];
export type NewRole = Body<'POST /vid/api/apps/:appId/roles'>;

export const useRoles = (appId: string) => useRead('GET /vid/api/apps/:appId/roles', { params: { appId } });

export function useRoleActions(appId: string) {
  return {
    add: useSend('POST /vid/api/apps/:appId/roles', { appId }, 'apps'),
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
    setAccess: useSend('PUT /vid/api/apps/:appId/access', { appId }, 'apps'),
  };
}
