import type { Route } from '#http/routes.ts';
import { managerCall } from '#applications/manage/manager-call.ts';
import type { PermissionChangeService } from './permission-changes.service.ts';
import type { PermissionsService } from './permissions.service.ts';

type Deps = {
  readonly permissionList: PermissionsService;
  readonly permissionChanges: PermissionChangeService;
};

export function registerPermissionRoutes(route: Route, { permissionList, permissionChanges }: Deps): void {
  route('POST /vid/api/apps/:appId/permissions/search', ({ params, body }) =>
    permissionList.search(params.appId, body),
  );
  route('POST /vid/api/apps/:appId/permissions/export', ({ body, ...call }) =>
    permissionList.export(call.params.appId, body, managerCall(call), call.caller.locale),
  );
  route('GET /vid/api/apps/:appId/permissions/creators', ({ params }) =>
    permissionList.listCreators(params.appId),
  );
  route('GET /vid/api/apps/:appId/permissions/:permissionId', ({ params }) =>
    permissionList.get(params.appId, params.permissionId),
  );
  route('POST /vid/api/apps/:appId/permissions', async ({ body, ...call }) => ({
    report: await permissionChanges.add(managerCall(call), body.role, body.phones),
  }));
  route('POST /vid/api/apps/:appId/permissions/set-role', async ({ body, ...call }) => ({
    changed: await permissionChanges.setRole(managerCall(call), body.ids, body.role),
  }));
  route('POST /vid/api/apps/:appId/permissions/lock', async ({ body, ...call }) => ({
    changed: await permissionChanges.lock(managerCall(call), body.ids),
  }));
  route('POST /vid/api/apps/:appId/permissions/unlock', async ({ body, ...call }) => ({
    changed: await permissionChanges.unlock(managerCall(call), body.ids),
  }));
  route('POST /vid/api/apps/:appId/permissions/remove', async ({ body, ...call }) => ({
    changed: await permissionChanges.remove(managerCall(call), body.ids),
  }));
}
