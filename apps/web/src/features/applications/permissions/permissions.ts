import { useMutation } from '@tanstack/react-query';
import type { BodyOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { api } from '#shared/api/api.ts';
import { useChange, useRead, useRefresh } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';

export type PermissionQuery = BodyOf<Endpoints['POST /vid/api/apps/:appId/permissions/search']>;
export type Permission = Answer<'POST /vid/api/apps/:appId/permissions/search'>['items'][number];
export type PermissionDetail = Answer<'GET /vid/api/apps/:appId/permissions/:permissionId'>;

/** The number of rows on a page, so that twenty people who were just added are on the first page. */
const limit = 50;

export const permissionPath = (appId: string, permissionId: string) =>
  pathTo(areaPaths.appPermission, { appId, permissionId });

/** Reads a page of the list, with the fields of the permissions slice of the specification. */
export function usePermissions(appId: string, options: PermissionQuery) {
  const query = useRead('POST /vid/api/apps/:appId/permissions/search', {
    params: { appId },
    body: { limit, ...options },
  });
  return { query, options, current: query.data?.items ?? [], totalRow: query.data?.count ?? null };
}

/** A change of selected permissions. */
export type PermissionChange =
  | { readonly kind: 'set-role'; readonly role: string }
  | { readonly kind: 'lock' | 'unlock' | 'remove' };

export function useChangePermissions(appId: string) {
  const params = { appId };
  const refresh = useRefresh('apps');
  return useMutation({
    mutationFn: ({ ids, ...change }: PermissionChange & { readonly ids: string[] }) =>
      change.kind === 'set-role'
        ? api.post('/vid/api/apps/:appId/permissions/set-role', { params, body: { ids, role: change.role } })
        : api.post(`/vid/api/apps/:appId/permissions/${change.kind}`, { params, body: { ids } }),
    // The refresh is not awaited, because the page of a removed person is left first.
    onSettled: () => void refresh(),
  });
}

export function useAddPermissions(appId: string) {
  return useChange(
    (body: { role: string; phones: string[] }) =>
      api.post('/vid/api/apps/:appId/permissions', { params: { appId }, body }),
    'apps',
  );
}
