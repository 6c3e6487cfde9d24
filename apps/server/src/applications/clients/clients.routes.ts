import type { Route } from '#http/routes.ts';
import { byManager } from '#applications/manage/manager-call.ts';
import type { ClientsService } from './clients.service.ts';

export function registerClientRoutes(route: Route, { clients }: { readonly clients: ClientsService }): void {
  route('GET /vid/api/apps/:appId/clients', ({ params }) => clients.list(params.appId));

  route('POST /vid/api/apps/:appId/clients', (call) =>
    clients.add(call.params.appId, call.body, byManager(call)),
  );

  route('GET /vid/api/apps/:appId/clients/:clientId', ({ params }) =>
    clients.get(params.appId, params.clientId),
  );

  route('PATCH /vid/api/apps/:appId/clients/:clientId', (call) =>
    clients.change(call.params.appId, call.params.clientId, call.body, byManager(call)),
  );

  route('DELETE /vid/api/apps/:appId/clients/:clientId', async (call) => {
    await clients.remove(call.params.appId, call.params.clientId, byManager(call));
    return true as const;
  });

  route('POST /vid/api/apps/:appId/clients/:clientId/status', async (call) => {
    await clients.setStatus(call.params.appId, call.params.clientId, call.body.status, byManager(call));
    return true as const;
  });

  route('POST /vid/api/apps/:appId/clients/:clientId/secret', (call) =>
    clients.rotateSecret(call.params.appId, call.params.clientId, call.body, byManager(call)),
  );

  route('POST /vid/api/apps/:appId/clients/:clientId/end-former-secrets', async (call) => {
    await clients.endFormerSecrets(call.params.appId, call.params.clientId, byManager(call));
    return true as const;
  });
}
