import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';

export type PermissionQuery = BodyOf<Endpoints['POST /vid/api/apps/:appId/permissions/search']>;
export type Permission = Answer<'POST /vid/api/apps/:appId/permissions/search'>['items'][number];
export type PermissionDetail = Answer<'GET /vid/api/apps/:appId/permissions/:permissionId'>;

/** The number of rows on a page, so that twenty people who were just added are on the first page. */
const limit = 50;

export const permissionPath = (appId: string, permissionId: string) =>
  pathTo(areaPaths.appPermission, { appId, permissionId });

/** A page of the list, with the fields of the permissions slice of the specification. */
export function usePermissions(appId: string, options: PermissionQuery) {
  const query = useQuery({
    queryKey: ['app-permissions', appId, options],
    queryFn: ({ signal }) =>
      api.post('/vid/api/apps/:appId/permissions/search', {
        params: { appId },
        body: { limit, ...options },
        signal,
        isRepeatable: true,
      }),
    placeholderData: keepPreviousData,
  });
  return { query, options, current: query.data?.items ?? [], totalRow: query.data?.count ?? null };
}

export function usePermission(appId: string, permissionId: string) {
  return useQuery({
    queryKey: ['app-permissions', appId, permissionId],
    queryFn: ({ signal }) =>
      api.get('/vid/api/apps/:appId/permissions/:permissionId', {
        params: { appId, permissionId },
        signal,
        isRepeatable: true,
      }),
  });
}

export function useCreators(appId: string) {
  return useQuery({
    queryKey: ['app-permissions', appId, 'creators'],
    queryFn: ({ signal }) =>
      api.get('/vid/api/apps/:appId/permissions/creators', { params: { appId }, signal, isRepeatable: true }),
  });
}

export type PermissionChange =
  | { readonly kind: 'set-role'; readonly role: string }
  | { readonly kind: 'lock' | 'unlock' | 'remove' };

export function useChangePermissions(appId: string) {
  const refresh = useRefreshPeople();
  return useMutation({
    mutationFn: ({ ids, ...change }: PermissionChange & { readonly ids: string[] }) =>
      change.kind === 'set-role'
        ? api.post('/vid/api/apps/:appId/permissions/set-role', {
            params: { appId },
            body: { ids, role: change.role },
          })
        : api.post(`/vid/api/apps/:appId/permissions/${change.kind}`, { params: { appId }, body: { ids } }),
    // Refresh after a failure too, because another manager may have changed or removed a person. The refresh is not
    // awaited, because the page of a removed person is left first.
    onSettled: () => void refresh(),
  });
}

export function useAddPermissions(appId: string) {
  const refresh = useRefreshPeople();
  return useMutation({
    mutationFn: (body: { role: string; phones: string[] }) =>
      api.post('/vid/api/apps/:appId/permissions', { params: { appId }, body }),
    onSettled: refresh,
  });
}

/** Gets the CSV file of a list, part by part. */
export function useExport(appId: string) {
  return useMutation({
    mutationFn: async ({ limit: _page, after: _first, ...filters }: PermissionQuery) => {
      const parts: string[] = [];
      for (let after: string | null | undefined; after !== null;) {
        const body = { ...filters, ...(after !== undefined && { after }) };
        const part = await api.post('/vid/api/apps/:appId/permissions/export', {
          params: { appId },
          body,
          isRepeatable: true,
        });
        parts.push(part.csv);
        after = part.next;
      }
      return new Blob(parts, { type: 'text/csv;charset=utf-8' });
    },
  });
}

/** Loads the lists and counts of people on the page again. */
export function useRefreshPeople() {
  const queryClient = useQueryClient();
  const names = ['app-permissions', 'app-roles', 'apps'];
  return () => Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
}
