import { byAdmin } from '#account/actor.ts';
import type { Route } from '#http/routes.ts';
import type { EnterprisesService } from './enterprises.service.ts';

export function registerEnterpriseRoutes(route: Route, enterprises: EnterprisesService): void {
  route('POST /vid/api/admin/enterprises/search', ({ body }) => enterprises.search(body));

  route('GET /vid/api/admin/enterprises/:accountId', ({ params, session, caller }) =>
    enterprises.get(params.accountId, byAdmin(session, caller)),
  );

  route('POST /vid/api/admin/enterprises/:accountId/verify', async ({ params, body, session, caller }) => {
    await enterprises.verify(params.accountId, body.revision, byAdmin(session, caller));
    return true as const;
  });

  route('POST /vid/api/admin/enterprises/:accountId/refuse', async ({ params, body, session, caller }) => {
    await enterprises.refuse(params.accountId, body, byAdmin(session, caller));
    return true as const;
  });
}
