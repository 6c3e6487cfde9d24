import type { Route } from '#http/routes/routes.ts';
import type { ManagementScopeService } from './management-scopes.service.ts';

type Deps = { readonly managementScopes: ManagementScopeService };

/**
 * A manager may grant the scopes for the application; only an administrator may grant those for the
 * association's accounts.
 */
export function registerScopeRoutes(route: Route, { managementScopes }: Deps): void {
  route('PUT /vid/api/apps/:appId/clients/:clientId/management-scopes', async ({ params, body, by }) => {
    await managementScopes.set(params.clientId, body.scopes, { ...by, isAdmin: false });
  });

  route(
    'PUT /vid/api/admin/applications/:appId/clients/:clientId/management-scopes',
    async ({ params, body, by }) => {
      await managementScopes.set(params.clientId, body.scopes, by);
    },
  );
}
