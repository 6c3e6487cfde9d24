import type { Route } from '#http/routes/routes.ts';
import type { ApplicationServices } from '#applications/services.ts';
import type { RegistryService } from './registry.service.ts';

type Deps = Pick<ApplicationServices, 'applications'> & { readonly registry: RegistryService };

export function registerAdminApplicationRoutes(route: Route, { registry, applications }: Deps): void {
  route('POST /vid/api/admin/applications/search', ({ body }) => registry.search(body));

  route('POST /vid/api/admin/applications', ({ body, by }) => registry.register(body, by));

  route('GET /vid/api/admin/applications/:appId', ({ params }) => registry.get(params.appId));

  route('PATCH /vid/api/admin/applications/:appId', ({ params, body, by }) =>
    applications.changeApplication(params.appId, body, by),
  );

  route('PUT /vid/api/admin/applications/:appId/logo', ({ params, file, by }) =>
    applications.setLogoPicture(params.appId, file, by),
  );

  route('DELETE /vid/api/admin/applications/:appId/logo', ({ params, by }) =>
    applications.setLogoPicture(params.appId, null, by),
  );

  route('POST /vid/api/admin/applications/:appId/lock', ({ params, by }) =>
    applications.lockApplication(params.appId, 'disabled', by),
  );

  route('POST /vid/api/admin/applications/:appId/unlock', ({ params, by }) =>
    applications.lockApplication(params.appId, 'active', by),
  );

  route('POST /vid/api/admin/applications/:appId/hand-over', ({ params, body, by }) =>
    registry.handOver(params.appId, body.phone, by),
  );
}
