import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { countOf } from '#features/bulk/matching.tsx';
import { useMutation } from '@tanstack/react-query';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { api } from '#shared/api/api.ts';
import { useRead, useRefresh, useSend } from '#shared/api/queries.ts';
import type { Answer, Body } from '#shared/api/request-types.ts';

export type PermissionQuery = Body<'POST /vid/api/apps/:appId/permissions/search'>;
export type Permission = Answer<'POST /vid/api/apps/:appId/permissions/search'>['items'][number];
export type PermissionDetail = Answer<'GET /vid/api/apps/:appId/permissions/:permissionId'>;

const limit = 50;

export const permissionPath = (appId: string, permissionId: string) =>
  pathTo(areaPaths.appPermission, { appId, permissionId });

/**
 * Reads a page of an application's permissions, again with each new `revision`. The specification prescribes the names
 * of the result's fields.
 */
export function usePermissions(appId: string, options: PermissionQuery, revision: string) {
  const params = { appId };
  const query = useRead(
    'POST /vid/api/apps/:appId/permissions/search',
    { params, body: { limit, ...options } },
    { revision },
  );
  const known = query.data?.count;
  const { after: _after, sort: _sort, ...filter } = options;
  const isAsked = known === null;
  const asked = usePeopleCount(appId, filter, { revision, enabled: isAsked });
  return { query, current: query.data?.items ?? [], totalRow: isAsked ? countOf(asked) : known };
}

export const usePeopleCount = (
  appId: string,
  filter: Body<'POST /vid/api/apps/:appId/permissions/count'>,
  options: { readonly revision: string; readonly enabled?: boolean },
) => useRead('POST /vid/api/apps/:appId/permissions/count', { params: { appId }, body: filter }, options);

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
    // Do not await the refresh, because the page of a removed person is left first.
    onSettled: () => void refresh(),
  });
}

export function useAddPermissions(appId: string) {
  return useSend('POST /vid/api/apps/:appId/permissions', { appId }, 'apps');
}

const looks = { active: { tone: 'success' }, locked: { tone: 'danger', icon: 'lock' } } as const;

/** Shows `active` without colour in a list, so that `locked` stands out. */
export function PermissionStatus({
  status,
  isListed = false,
}: Pick<Permission, 'status'> & { isListed?: boolean }) {
  const t = useT();
  const look = isListed && status === 'active' ? ({ tone: 'quiet' } as const) : looks[status];
  return <Badge {...look}>{t(`apps.people.status.${status}`)}</Badge>;
}
