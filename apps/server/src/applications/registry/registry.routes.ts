import type { Route } from '#http/routes.ts';
import { byAdmin } from '#account/actor.ts';
import type { RegistryService } from './registry.service.ts';

export function registerAdminApplicationRoutes(
  route: Route,
  { registry }: { readonly registry: RegistryService },
): void {
  route('POST /vid/api/admin/applications/search', ({ body }) => registry.search(body));

  route('POST /vid/api/admin/applications', ({ body, session, caller }) =>
    registry.register(body, byAdmin(session, caller)),
  );

  route('GET /vid/api/admin/applications/:appId', ({ params }) => registry.get(params.appId));

  route('PATCH /vid/api/admin/applications/:appId', async ({ params, body, session, caller }) => {
    await registry.change(params.appId, body, byAdmin(session, caller));
    return true as const;
  });

  route('PUT /vid/api/admin/applications/:appId/logo', async ({ params, file, session, caller }) => {
    await registry.setLogo(params.appId, file, byAdmin(session, caller));
    return true as const;
  });

  route('DELETE /vid/api/admin/applications/:appId/logo', async ({ params, session, caller }) => {
    await registry.setLogo(params.appId, null, byAdmin(session, caller));
    return true as const;
  });

  route('POST /vid/api/admin/applications/:appId/lock', async ({ params, body, session, caller }) => {
    await registry.setLocked(params.appId, true, byAdmin(session, caller, body.reason));
    return true as const;
  });

  route('POST /vid/api/admin/applications/:appId/unlock', async ({ params, body, session, caller }) => {
    await registry.setLocked(params.appId, false, byAdmin(session, caller, body.reason));
    return true as const;
  });

  route('POST /vid/api/admin/applications/:appId/hand-over', async ({ params, body, session, caller }) => {
    await registry.handOver(params.appId, body.phone, byAdmin(session, caller, body.reason));
    return true as const;
  });
}
