import { useMutation, useQuery } from '@tanstack/react-query';
import type { BodyOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { useRefreshPeople } from '#features/applications/permissions/permissions.ts';

export type AppRole = Answer<'GET /vid/api/apps/:appId/roles'>[number];
export type NewRole = BodyOf<Endpoints['POST /vid/api/apps/:appId/roles']>;
export type Access = BodyOf<Endpoints['PUT /vid/api/apps/:appId/access']>['access'];

export function useRoles(appId: string) {
  return useQuery({
    queryKey: ['app-roles', appId],
    queryFn: ({ signal }) =>
      api.get('/vid/api/apps/:appId/roles', { params: { appId }, signal, isRepeatable: true }),
  });
}

export function useRoleActions(appId: string) {
  return {
    add: useChange((body: NewRole) => api.post('/vid/api/apps/:appId/roles', { params: { appId }, body })),
    change: useChange(({ code, ...body }: NewRole) =>
      api.put('/vid/api/apps/:appId/roles/:role', { params: { appId, role: code }, body }),
    ),
    remove: useChange(({ code, moveTo }: { code: string; moveTo: string | undefined }) =>
      api.post('/vid/api/apps/:appId/roles/:role/remove', {
        params: { appId, role: code },
        body: moveTo === undefined ? {} : { moveTo },
      }),
    ),
    setAccess: useChange((access: Access) =>
      api.put('/vid/api/apps/:appId/access', { params: { appId }, body: { access } }),
    ),
  };
}

function useChange<Input, Output>(send: (input: Input) => Promise<Output>) {
  const refresh = useRefreshPeople();
  return useMutation({
    mutationFn: send,
    onSettled: refresh,
  });
}
