import type { Route } from '#http/routes.ts';
import type { RegistryService } from './registry.service.ts';

export function registerAdminApplicationRoutes(
  route: Route,
  { registry }: { readonly registry: RegistryService },
): void {
  route('POST /vid/api/admin/applications/search', ({ body }) => registry.search(body));

  route('POST /vid/api/admin/applications', ({ body, by }) => registry.register(body, by));

  route('GET /vid/api/admin/applications/:appId', ({ params }) => registry.get(params.appId));

  route('PATCH /vid/api/admin/applications/:appId', ({ params, body, by }) =>
    registry.change(params.appId, body, by),
  );

  route('PUT /vid/api/admin/applications/:appId/logo', ({ params, file, by }) =>
    registry.setLogo(params.appId, file, by),
  );

  route('DELETE /vid/api/admin/applications/:appId/logo', ({ params, by }) =>
    registry.setLogo(params.appId, null, by),
  );

  route('POST /vid/api/admin/applications/:appId/lock', ({ params, by }) =>
    registry.setLocked(params.appId, true, by),
  );

  route('POST /vid/api/admin/applications/:appId/unlock', ({ params, by }) =>
    registry.setLocked(params.appId, false, by),
  );

  route('POST /vid/api/admin/applications/:appId/hand-over', ({ params, body, by }) =>
    registry.handOver(params.appId, body.phone, by),
  );
}
