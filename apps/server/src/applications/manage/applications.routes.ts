import type { Route } from '#http/routes.ts';
import type { ManagedApplicationsService } from './applications.service.ts';

type Deps = { readonly managedApplicationList: ManagedApplicationsService };

export function registerApplicationRoutes(route: Route, { managedApplicationList }: Deps): void {
  route('GET /vid/api/apps', ({ session }) => managedApplicationList.list(session.account.id));
  route('GET /vid/api/apps/:appId', ({ params, session }) =>
    managedApplicationList.get(params.appId, session.account.id),
  );
  route('GET /vid/api/apps/:appId/sign-ins', ({ params }) =>
    managedApplicationList.listSignIns(params.appId),
  );
}
