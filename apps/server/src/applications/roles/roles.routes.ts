import type { Route } from '#http/routes.ts';
import { managerCall } from '#applications/manage/manager-call.ts';
import type { RolesService } from './roles.service.ts';

export function registerRoleRoutes(route: Route, { roles }: { readonly roles: RolesService }): void {
  route('GET /vid/api/apps/:appId/roles', ({ params }) => roles.list(params.appId));
  route('POST /vid/api/apps/:appId/roles', async ({ body, ...call }) => {
    await roles.add(managerCall(call), body);
    return true as const;
  });
  route('PUT /vid/api/apps/:appId/roles/:role', async ({ body, ...call }) => {
    await roles.change(managerCall(call), call.params.role, body);
    return true as const;
  });
  route('POST /vid/api/apps/:appId/roles/:role/remove', async ({ body, ...call }) => ({
    moved: await roles.remove(managerCall(call), call.params.role, body.moveTo),
  }));
  route('PUT /vid/api/apps/:appId/access', async ({ body, ...call }) => {
    await roles.setAccess(managerCall(call), body.access);
    return true as const;
  });
}
