import type { Route } from '#http/routes.ts';
import type { ClientDoctorService } from './client-doctor.service.ts';

type Deps = { readonly clientDoctor: ClientDoctorService };

export function registerClientDoctorRoutes(route: Route, { clientDoctor }: Deps): void {
  route('GET /vid/api/apps/:appId/clients/:clientId/attempts', ({ params }) =>
    clientDoctor.listAttempts(params.appId, params.clientId),
  );

  route('GET /vid/api/apps/:appId/clients/:clientId/attempts/events', ({ params }) =>
    clientDoctor.follow(params.appId, params.clientId),
  );

  route('POST /vid/api/apps/:appId/clients/:clientId/checks', ({ params }) =>
    clientDoctor.check(params.appId, params.clientId),
  );
}
